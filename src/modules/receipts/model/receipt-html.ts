import { createHash } from 'node:crypto';
import { escapeHtml } from '#kit/escape-html.ts';
import type { Receipt } from './receipt.ts';
import {
  amountText,
  HOW_TO_VERIFY,
  RECEIPT_TITLE,
  type ReceiptLine,
  type ReceiptSection,
  SANDBOX_NOTICE,
  sectionsOf,
} from './receipt-sections.ts';

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
export function receiptHtml(receipt: Receipt): string {
  const notice = receipt.mode === 'sandbox' ? `<p class="notice">${SANDBOX_NOTICE}</p>` : '';
  const sections = sectionsOf(receipt).map(sectionHtml).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${RECEIPT_TITLE} ${escapeHtml(receipt.paymentId)}</title><style>${STYLE}</style></head>
<body><main><h1>${RECEIPT_TITLE}</h1><p class="amount">${escapeHtml(amountText(receipt.received))}</p>
${notice}${sections}<p>${escapeHtml(HOW_TO_VERIFY)}</p>
<p><small>Issued ${escapeHtml(receipt.issuedAt)}</small></p></main></body></html>
`;
}

function sectionHtml({ title, lines }: ReceiptSection): string {
  return `<section><h2>${escapeHtml(title)}</h2><dl>${lines.map(lineHtml).join('')}</dl></section>`;
}

function lineHtml({ name, text, isCode }: ReceiptLine): string {
  const shown = escapeHtml(text);
  // The direction of a text must not move what stands beside it.
  const value = isCode ? `<code>${shown}</code>` : `<bdi>${shown}</bdi>`;
  return `<dt>${escapeHtml(name)}</dt><dd>${value}</dd>`;
}
