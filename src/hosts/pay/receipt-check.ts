import { escapeHtml } from '#kit/escape-html.ts';
import { DEFAULT_LANGUAGE, type Language } from '#kit/languages.ts';
import { codeHtml, ReceiptVerification, timeText } from '#modules/receipts/index.ts';
import type { FirstAnswer } from './load-page.ts';
import { pageMessagesIn } from './receipt-messages/page-messages-in.ts';

/** The lines of a receipt that a chain has, by their names in the form. */
const LINES = [
  'network',
  'blockNumber',
  'transactionHash',
  'logIndex',
  'paymentReference',
  'payee',
  'currency',
  'amount',
] as const;

/** Of these the API takes numbers. */
const NUMBERS: ReadonlySet<string> = new Set(['blockNumber', 'logIndex']);

/** What a reader sends to have a receipt compared with its chain. */
export interface CheckForm {
  /** The receipt on the page that shows the result. */
  readonly paymentId: string;
  /** As it was sent; the chain decides about lines that were changed. */
  readonly proof: Readonly<Record<string, string | number>>;
}

/** Reads the form of a check; what is no line of a receipt is left out, and the API refuses what is missing or malformed. */
export function readCheckForm(form: URLSearchParams): CheckForm {
  const lines = LINES.flatMap((name) => {
    const text = form.get(name);
    if (text === null) return [];
    return [[name, NUMBERS.has(name) && /^\d{1,10}$/.test(text) ? Number(text) : text] as const];
  });
  return { paymentId: form.get('payment') ?? '', proof: Object.fromEntries(lines) };
}

/** What came of comparing a receipt with its chain. */
export interface Checked {
  readonly paymentId: string;
  readonly answer: FirstAnswer;
}

/** Says what came of a check; it has the focus, so that it is read first. */
export function checkedHtml({ answer }: Checked, language: Language): string {
  const verification = ReceiptVerification.safeParse(answer.body);
  if (answer.status !== 200 || !verification.success) return unansweredHtml(answer, language);
  const { isVerified, isFound, confirmations, checkedAt, differences } = verification.data;
  const { readAt, same, missing, different } = pageMessagesIn(language).check;
  const at = escapeHtml(readAt(timeText(checkedAt, language)));
  if (isVerified) {
    const text = `<p>${same.text(confirmations)}</p><p class="fine">${at}</p>`;
    return box('sound', same.title, text);
  }
  if (!isFound) return box('wrong', missing.title, `<p>${missing.text}</p><p>${at}</p>`);
  const code = (text: string) => codeHtml(text, language);
  const rows = differences.map(
    ({ field, claimed, onChain }) =>
      `<li>${different.line(escapeHtml(field), code(claimed), code(onChain))}</li>`,
  );
  const text = `<p>${different.text}</p><ul>${rows.join('')}</ul><p>${at}</p>`;
  return box('wrong', different.title, text);
}

function unansweredHtml({ status, body }: FirstAnswer, language: Language): string {
  const { impossible, limited, unanswered } = pageMessagesIn(language).check;
  if (status === 400) {
    const message: unknown =
      typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : undefined;
    return box('wrong', impossible.title, refusedHtml(message, impossible.text, language));
  }
  const { title, text } = status === 429 ? limited : unanswered;
  return box('', title, `<p>${text}</p>`);
}

/** What the API says is in English, and stands as such on pages in other languages. */
function refusedHtml(message: unknown, text: string, language: Language): string {
  if (typeof message !== 'string') return `<p>${text}</p>`;
  const shown = escapeHtml(message);
  if (language === DEFAULT_LANGUAGE) return `<p>${shown}</p>`;
  return `<p lang="${DEFAULT_LANGUAGE}" dir="ltr">${shown}</p>`;
}

function box(kind: string, title: string, content: string): string {
  return `<div class="checked ${kind}" role="status" tabindex="-1" autofocus><strong>${title}</strong>${content}</div>`;
}
