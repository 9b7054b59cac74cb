;; A real Emacs with eglot asks the language server, and prints what it gets as JSON:
;;   GAME=FOLDER PROGRAM='stammtisch lsp' emacs --batch -l emacs.el
;; GAME is a copy of balvin, which is changed but not saved. eglot is part of Emacs from 29; before, it is a package.
(package-initialize)
(require 'eglot)
(require 'yaml-mode)
(setq eglot-sync-connect 60 eglot-connect-timeout 60 eglot-autoshutdown nil eglot-confirm-server-initiated-edits nil)
(add-to-list 'eglot-server-programs (cons 'yaml-mode (split-string (getenv "PROGRAM"))))
(fset 'y-or-n-p #'always) ; other files change too
(defvar did nil)
(defun did (what value) (push (cons what value) did))
(defun go (words) (goto-char (point-min)) (search-forward words) (goto-char (match-beginning 0)))
(defun ask (method) (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams)))
(defun wait-until (holds)
  (let ((until (+ (float-time) 20)))
    (while (and (not (funcall holds)) (< (float-time) until)) (accept-process-output nil 0.1))))

(find-file (concat (getenv "GAME") "/ruleset.yaml"))
(yaml-mode)
(call-interactively 'eglot)
(did 'version emacs-version)

;; completion inside an expression, as company and completion-at-point ask for it: after a letter, and behind the point
(defun labels ()
  (let ((found (eglot-completion-at-point)))
    (mapcar #'substring-no-properties (all-completions (buffer-substring (nth 0 found) (point)) (nth 2 found)))))
(go "worth(tent): sum(tent.stack")
(search-forward "tent.s")
(did 'completion (vconcat (seq-take (labels) 5)))
(delete-region (1- (point)) (+ (point) (length "tack.value")))
(eglot--signal-textDocument/didChange)
(did 'behind_point (vconcat (seq-take (labels) 5)))
(insert "stack.value")

(go "blocked_tent.blocked")
(did 'hover (plist-get (plist-get (ask :textDocument/hover) :contents) :value))
(did 'definition
     (xref-location-line (xref-item-location (car (xref-backend-definitions 'eglot "LSP identifier at point.")))))

;; a mistake, and the correction with one click
(go "turns: brewer")
(delete-char 5)
(insert "turnz")
(eglot--signal-textDocument/didChange)
(wait-until (lambda () (seq-find (lambda (one) (string-match "turnz" (flymake-diagnostic-text one))) (flymake-diagnostics))))
(go "turnz")
(did 'mistake (flymake-diagnostic-text (car (flymake-diagnostics (point) (+ 5 (point))))))
(let ((action (seq-find (lambda (one) (equal (plist-get one :title) "Write `turns`"))
                        (eglot-code-actions (point) (+ 5 (point)) "quickfix"))))
  (eglot--apply-workspace-edit (plist-get action :edit)))
(goto-char (point-min))
(did 'mended (if (search-forward "turns: brewer" nil t) t :json-false))

;; another name
(go "overpay: {")
(eglot-rename "extra_coins")
(goto-char (point-min))
(did 'renamed (if (search-forward "overpay" nil t) :json-false t))
(princ (concat "\n" (json-encode did) "\n"))
(dolist (one (buffer-list)) (with-current-buffer one (set-buffer-modified-p nil)))
(kill-emacs 0)
