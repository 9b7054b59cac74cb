-- A real Neovim asks the language server, and prints what it gets as JSON:
--   GAME=FOLDER PROGRAM='stammtisch lsp' nvim --headless -u NONE -c 'luafile neovim.lua'
-- GAME is a copy of balvin, which is changed but not saved. Written for 0.7, Debian's, and its successors.
local game, program = vim.env.GAME, vim.split(vim.env.PROGRAM, ' ')
vim.cmd('edit ' .. game .. '/ruleset.yaml')
local client = vim.lsp.start_client({ name = 'stammtisch', cmd = program, root_dir = game })
vim.lsp.buf_attach_client(0, client)
vim.wait(20000, function() return vim.lsp.get_client_by_id(client) ~= nil and vim.lsp.get_client_by_id(client).initialized end)
local did = { version = vim.version().major .. '.' .. vim.version().minor }

-- put the cursor into the text that a pattern finds
local function go(pattern, behind)
  vim.fn.cursor(1, 1)
  vim.fn.search(pattern, behind and 'ceW' or 'cW')
end
local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000) or {}) do return answer.result end
end
local function here() return vim.lsp.util.make_position_params(0, 'utf-16') end

-- completion inside an expression
go([[worth(tent): sum(tent\.]], true)
did.completion = {}
local params = here()
params.position.character = params.position.character + 1
local items = (ask('textDocument/completion', params) or {}).items or {}
table.sort(items, function(one, other) return one.sortText < other.sortText end)
for number = 1, math.min(5, #items) do did.completion[number] = items[number].label end

go('blocked_tent\\.blocked')
did.hover = ask('textDocument/hover', here()).contents.value
local found = ask('textDocument/definition', here())[1]
did.definition = found.range.start.line + 1

-- a mistake, and the correction with one click
vim.cmd('%s/turns: brewer/turnz: brewer/')
vim.wait(20000, function() return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) > 0 end)
local wrong = vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })[1]
did.mistake = wrong and wrong.message
go('turnz')
local range = vim.lsp.util.make_range_params(0, 'utf-16')
range.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics() }
for _, action in ipairs(ask('textDocument/codeAction', range) or {}) do
  if action.title == 'Write `turns`' then vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16') end
end
did.mended = vim.fn.search('turns: brewer', 'nw') > 0

-- another name
go('over\\zspay: {')
vim.lsp.buf.rename('extra_coins')
vim.wait(20000, function() return vim.fn.search('extra_coins: {', 'nw') > 0 end)
did.renamed = vim.fn.search('overpay', 'nw') == 0
vim.cmd('silent! undo')

-- a lens
vim.cmd('edit! ' .. game .. '/scenarios.yaml')
vim.lsp.buf_attach_client(0, client)
did.lens = ask('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() })[1].command.title
io.stdout:write('\n' .. vim.fn.json_encode(did) .. '\n')
vim.cmd('qall!')
