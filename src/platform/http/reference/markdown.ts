import { type Html, type HtmlPart, html } from './html.ts';

/** The Markdown that descriptions use as HTML: paragraphs, lists of one level, and code in a line. */
export function renderMarkdown(text: string): Html {
  return html`${text.split(/\n{2,}/).map(renderBlock)}`;
}

/** One line of Markdown as HTML without a paragraph around it. */
export function renderInline(text: string): Html {
  const parts = text.split('`');
  // A backtick without a second one is only a character.
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, i): HtmlPart => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function renderBlock(block: string): Html {
  const lines = block.split('\n');
  if (!lines.every((line) => line.startsWith('- '))) return html`<p>${renderInline(block)}</p>`;
  const items = lines.map((line) => html`<li>${renderInline(line.slice(2))}</li>`);
  return html`<ul>${items}</ul>`;
}
