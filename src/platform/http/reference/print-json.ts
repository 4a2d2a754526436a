import type { Json } from '../openapi-schemas.ts';
import { type Html, type HtmlPart, html } from './html.ts';

/** Longer texts, such as calldata, are cut in examples that are read and not copied. */
const TEXT_CHARS_MAX = 140;

/** A value as indented JSON whose names and values a stylesheet can distinguish. */
export function printJson(value: Json): Html {
  return html`${lines(value, '')}`;
}

function lines(value: Json, indent: string): HtmlPart {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item, i) => [i > 0 && ',', `\n${inner}`, lines(item, inner)]);
    return ['[', ...items, `\n${indent}]`];
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    if (members.length === 0) return '{}';
    const printed = members.map(([name, item], i) => [
      i > 0 && ',',
      `\n${inner}`,
      html`<b>${JSON.stringify(name)}</b>: `,
      lines(item, inner),
    ]);
    return ['{', ...printed, `\n${indent}}`];
  }
  if (typeof value === 'string') return html`<i>${JSON.stringify(shorten(value))}</i>`;
  return String(value);
}

function shorten(text: string): string {
  return text.length <= TEXT_CHARS_MAX ? text : `${text.slice(0, TEXT_CHARS_MAX)}…`;
}
