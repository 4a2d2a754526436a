import { escapeHtml } from '#kit/escape-html.ts';
import { ReceiptVerification } from '#modules/receipts/index.ts';
import type { FirstAnswer } from './load-page.ts';

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
export function checkedHtml({ answer }: Checked): string {
  const verification = ReceiptVerification.safeParse(answer.body);
  if (answer.status !== 200 || !verification.success) return unansweredHtml(answer);
  const { isVerified, isFound, confirmations, checkedAt, differences } = verification.data;
  const at = `Read from a node on ${checkedAt.slice(0, 19).replace('T', ' ')} UTC.`;
  if (isVerified) {
    const blocks = `${confirmations} ${confirmations === 1 ? 'block' : 'blocks'}`;
    return box(
      'sound',
      'The chain has this payment',
      `<p>Payee, amount, token and reference are the same there. It is confirmed by ${blocks}.</p><p class="fine">${escapeHtml(at)}</p>`,
    );
  }
  if (!isFound) {
    return box(
      'wrong',
      'The chain has no such payment',
      `<p>Nothing was paid at this place of the block. The receipt was changed, or the network took the payment back.</p><p>${escapeHtml(at)}</p>`,
    );
  }
  const rows = differences.map(
    ({ field, claimed, onChain }) =>
      `<li>${escapeHtml(field)}: the receipt says <code>${escapeHtml(claimed)}</code>, the chain has <code>${escapeHtml(onChain)}</code></li>`,
  );
  return box(
    'wrong',
    'The chain has something else',
    `<p>Do not rely on the receipt that was checked:</p><ul>${rows.join('')}</ul><p>${escapeHtml(at)}</p>`,
  );
}

function unansweredHtml({ status, body }: FirstAnswer): string {
  if (status === 400) {
    const message: unknown =
      typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : undefined;
    const why = typeof message === 'string' ? message : 'A line of it is not as receipts have it.';
    return box('wrong', 'This receipt cannot be checked here', `<p>${escapeHtml(why)}</p>`);
  }
  if (status === 429) {
    return box('', 'Not checked: too many requests', '<p>Wait a minute, then check it again.</p>');
  }
  return box(
    '',
    'Not checked: no node answers now',
    '<p>This says nothing about the payment. Check it again in a minute.</p>',
  );
}

function box(kind: string, title: string, content: string): string {
  return `<div class="checked ${kind}" role="status" tabindex="-1" autofocus><strong>${title}</strong>${content}</div>`;
}
