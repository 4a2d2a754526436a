/** Text that is HTML already and is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template accepts: text is escaped, `Html` is not, lists are joined, and nothing is left out. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

/** A tagged template that escapes everything it is given, except what is `Html`. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return new Html(
    parts.map((part, i) => `${part}${i < values.length ? print(values[i]) : ''}`).join(''),
  );
}

function print(value: HtmlPart): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(print).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
