// The little Markdown that explanations have, as elements: paragraphs, quotes, code, strong and stressed words.
const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/;

export function markdown(text) {
  const whole = document.createElement('div');
  whole.className = 'explained';
  for (const block of text.split(/\n{2,}/)) {
    const quote = block.startsWith('> ');
    const paragraph = document.createElement(quote ? 'blockquote' : 'p');
    for (const [number, line] of block
      .replace(/^> /, '')
      .split(/ {2}\n/)
      .entries()) {
      if (number) paragraph.append(document.createElement('br'));
      paragraph.append(...line.split(INLINE).filter(Boolean).map(inline));
    }
    whole.append(paragraph);
  }
  return whole;
}

function inline(part) {
  const marks = [
    ['`', 'code'],
    ['**', 'strong'],
    ['*', 'em'],
  ];
  const [mark, tag] =
    marks.find(([sign]) => part.length > 2 * sign.length && part.startsWith(sign) && part.endsWith(sign)) ?? [];
  if (!mark) return document.createTextNode(part);
  const element = document.createElement(tag);
  element.textContent = part.slice(mark.length, -mark.length);
  return element;
}
