import { createHash } from 'node:crypto';
import { escapeHtml } from '#kit/escape-html.ts';
import type { Language } from '#kit/languages.ts';
import { messagesIn } from './messages-in.ts';
import type { Receipt } from './receipt.ts';
import { type ReceiptLine, type ReceiptSection, sectionsOf } from './receipt-sections.ts';
import { amountText, isRightToLeft, timeText } from './receipt-texts.ts';

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0}
h2{font-size:1.1rem;margin:2rem 0 .5rem}
.amount{font-size:2.25rem;font-weight:600;margin:.25rem 0 0}
.notice{border:2px dashed;padding:.5rem .75rem}
dl{display:grid;grid-template-columns:minmax(9rem,1fr) 3fr;gap:.4rem 1rem;margin:0}
dt{opacity:.75}
dd{margin:0;overflow-wrap:anywhere}
code{font:.9em/1.4 ui-monospace,monospace}
@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
@media print{body{margin:0;max-width:none;font-size:11pt}dl{break-inside:avoid}h2{break-after:avoid}}
@page{margin:18mm}
`;

/** The policy under which a receipt is shown: nothing in it runs or is loaded, and its own style alone applies. */
export const RECEIPT_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`;

/** A receipt as one page that needs nothing else, on screen and on paper. */
export function receiptHtml(receipt: Receipt, language: Language): string {
  const messages = messagesIn(language);
  const title = escapeHtml(messages.title);
  const notice =
    receipt.mode === 'sandbox' ? `<p class="notice">${escapeHtml(messages.sandbox)}</p>` : '';
  const sections = sectionsOf(receipt, { language }).map((one) => sectionHtml(one, language));
  const amount = escapeHtml(amountText(receipt.received, language));
  const issued = escapeHtml(issuedText(receipt, language));
  return `<!doctype html>
<html ${languageAttributes(language)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} ${escapeHtml(receipt.paymentId)}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p class="amount">${amount}</p>
${notice}${sections.join('')}<p>${escapeHtml(messages.howToVerify)}</p>
<p><small>${issued}</small></p></main></body></html>
`;
}

/** When it was issued; in English as the API answers times. */
export function issuedText({ issuedAt }: Pick<Receipt, 'issuedAt'>, language: Language): string {
  const time = language === 'en' ? issuedAt : timeText(issuedAt, language);
  return messagesIn(language).issued(time);
}

/** The language of a page and its direction, which is left to right where none is named. */
export function languageAttributes(language: Language): string {
  return `lang="${language}"${isRightToLeft(language) ? ' dir="rtl"' : ''}`;
}

function sectionHtml({ title, lines }: ReceiptSection, language: Language): string {
  const rows = lines.map(
    (line) => `<dt>${escapeHtml(line.name)}</dt><dd>${lineValueHtml(line, language)}</dd>`,
  );
  return `<section><h2>${escapeHtml(title)}</h2><dl>${rows.join('')}</dl></section>`;
}

/** What a line says. The direction of a text must not move what stands beside it. */
export function lineValueHtml({ text, kind }: ReceiptLine, language: Language): string {
  if (kind === 'code') return codeHtml(text, language);
  const direction = kind === 'own' && isRightToLeft(language) ? ' dir="rtl"' : '';
  return `<bdi${direction}>${escapeHtml(text)}</bdi>`;
}

/** What is copied and compared, which is read from left to right in every language. */
export function codeHtml(text: string, language: Language): string {
  return `<code${isRightToLeft(language) ? ' dir="ltr"' : ''}>${escapeHtml(text)}</code>`;
}
