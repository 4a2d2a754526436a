import type { z } from 'zod';
import { escapeHtml } from '#kit/escape-html.ts';
import { visibleText } from '#kit/visible-text.ts';
import { LOGO_PATH } from '#modules/orchestrators/index.ts';
import {
  amountText,
  HOW_TO_VERIFY,
  type LinkReceipts,
  networkOf,
  type PayerReceipt,
  sectionsOf,
} from '#modules/receipts/index.ts';
import { type Checked, checkedHtml } from './receipt-check.ts';

type Shown = z.output<typeof LinkReceipts>;
type Receipt = z.output<typeof PayerReceipt>;

/** What every page of receipts is made from. */
export interface ReceiptFrame {
  readonly mode: 'sandbox' | 'production';
  /** Paths of the host's own files. */
  readonly styles: readonly string[];
  readonly icon: string;
}

interface ReceiptsView extends ReceiptFrame {
  readonly token: string;
  readonly list: Shown;
  /** Where the shown page of the list begins; undefined is the newest. */
  readonly cursor: string | undefined;
  /** What came of comparing one receipt with its chain; undefined where nobody asked. */
  readonly checked: Checked | undefined;
}

/** The receipts of a link as HTML that needs no script. */
export function renderReceipts(view: ReceiptsView): string {
  const { list, token, cursor } = view;
  const { receipts, merchant } = list;
  if (receipts.length === 0 && cursor === undefined) return renderNone(view);
  const isOne = receipts.length === 1 && cursor === undefined && list.nextCursor === null;
  const title = isOne ? 'Payment receipt' : 'Payment receipts';
  const isProven = receipts.some(({ proof }) => proof !== null);
  const how = isProven ? `<p class="fine last">${escapeHtml(HOW_TO_VERIFY)}</p>` : '';
  const hidden = list.isHidden ? `<p class="fine">${HIDDEN_TOO}</p>` : '';
  return page(view, {
    title: merchant === null ? title : `${title} · ${visibleText(merchant.displayName)}`,
    above: merchantHead(merchant),
    content: `<h1>${title}</h1>
${receipts.map((receipt) => articleHtml(receipt, view)).join('\n')}
${hidden}${more(list, token)}${how}`,
  });
}

const HIDDEN_TOO =
  'Other payments of this link are shown only to wallets that may see them. The merchant has their receipts.';

/** What stands in place of receipts, by where the link stands. */
const NONE: Readonly<Record<Shown['status'], string>> = {
  pending:
    'Nothing that counts has been paid with this link yet. If you have just paid, open this page again in a minute.',
  expired:
    'Nothing that counts was paid with this link before it ended. If you have just paid, open this page again in a minute.',
  invalidated: 'Nothing that counts was paid with this link, and it was withdrawn.',
  compliance_failed: 'Nothing that counts was paid with this link, and it can no longer be paid.',
  completed: 'The payment of this link is being counted again. Open this page again in a minute.',
  partially_settled:
    'The payments of this link are being counted again. Open this page again in a minute.',
};

function renderNone(view: ReceiptsView): string {
  const { status, isHidden, merchant } = view.list;
  const text = isHidden
    ? 'This link shows its payment only to wallets that may see it, so its receipt is not shown here. Ask the merchant for it.'
    : NONE[status];
  const link =
    status === 'pending' && !isHidden
      ? `<p class="more"><a href="/?token=${encodeURIComponent(view.token)}">Open the payment</a></p>`
      : '';
  const title = isHidden ? 'This receipt is hidden' : 'No receipt';
  return page(view, {
    title,
    above: merchantHead(merchant),
    content: `<h1>Payment receipt</h1><h2>${title}</h2><p>${text}</p>${link}`,
  });
}

/** What stands in place of the page where there is nothing to show. */
const FAILURES = {
  unknown: [
    'There is no such receipt',
    'Nobody knows the link of this address. Check that you have copied it as a whole.',
  ],
  limited: ['Too many requests', 'Wait a minute, then open this page again.'],
  unreachable: [
    'We cannot reach the payment service',
    'What was paid is not touched by this. Open this page again in a minute.',
  ],
} as const;

/** A page that says why no receipt is shown. */
export function renderFailure(frame: ReceiptFrame, failure: keyof typeof FAILURES): string {
  const [title, text] = FAILURES[failure];
  const content = `<h1>Payment receipt</h1><h2>${title}</h2><p>${text}</p>`;
  return page(frame, { title, above: '', content });
}

function articleHtml(receipt: Receipt, view: ReceiptsView): string {
  const { paymentId, received, paidAt, isFinal } = receipt;
  const heading = `paid-${escapeHtml(paymentId)}`;
  const sections = sectionsOf({ ...receipt, merchant: null }, { isMerchantAbove: true });
  const day = `${paidAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `<article aria-labelledby="${heading}">
<h2 id="${heading}">${escapeHtml(amountText(received))}</h2>
<p class="under">on ${escapeHtml(networkOf(received))} · ${day} · ${isFinal ? 'final' : 'confirmed'}</p>
${view.checked?.paymentId === paymentId ? checkedHtml(view.checked) : ''}
${actionsHtml(receipt, view)}
${sections.map(sectionHtml).join('\n')}
<p class="fine last">Issued ${escapeHtml(receipt.issuedAt.slice(0, 19).replace('T', ' '))} UTC.</p>
</article>`;
}

/** What can be done with a receipt; of one that hides its payee nothing can be checked. */
function actionsHtml({ paymentId, proof, explorerUrl }: Receipt, view: ReceiptsView): string {
  const address = addressOf(view);
  const file = (format: string) => escapeHtml(`${address}&payment=${paymentId}&format=${format}`);
  const explorer =
    explorerUrl === null || !explorerUrl.startsWith('https://')
      ? ''
      : `<a href="${escapeHtml(explorerUrl)}" target="_blank" rel="noopener noreferrer">See it in the block explorer</a>`;
  const fields = Object.entries({ payment: paymentId, ...proof }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`,
  );
  const form =
    proof === null
      ? ''
      : `<form method="post" action="${escapeHtml(address)}">${fields.join('')}<button class="primary" type="submit">Check it on the chain</button></form>`;
  return `<div class="actions">${form}
<a href="${file('pdf')}">Save as PDF</a>
<a href="${file('json')}">Save as JSON</a>
${explorer}</div>`;
}

function addressOf({ token, cursor }: ReceiptsView): string {
  const query = new URLSearchParams({ token, ...(cursor !== undefined && { cursor }) });
  return `/receipt/?${query.toString()}`;
}

function more({ nextCursor }: Shown, token: string): string {
  if (nextCursor === null) return '';
  const query = new URLSearchParams({ token, cursor: nextCursor });
  return `<p class="more"><a href="${escapeHtml(`/receipt/?${query.toString()}`)}">Earlier payments</a></p>`;
}

function sectionHtml({ title, lines }: ReturnType<typeof sectionsOf>[number]): string {
  const rows = lines.map(({ name, text, isCode }) => {
    const shown = escapeHtml(text);
    // The direction of a text must not move what stands beside it.
    const value = isCode ? `<code>${shown}</code>` : `<bdi>${shown}</bdi>`;
    return `<div class="row"><dt>${escapeHtml(name)}</dt><dd>${value}</dd></div>`;
  });
  return `<section><h3>${escapeHtml(title)}</h3><dl>${rows.join('')}</dl></section>`;
}

/** Whose page it is, in the words of the pay page. */
function merchantHead(merchant: Shown['merchant']): string {
  if (merchant === null) {
    return '<header class="merchant"><p>The merchant gave no name.</p></header>';
  }
  const { displayName, logoPath, verifiedDomain } = merchant;
  const logo =
    logoPath !== undefined && LOGO_PATH.test(logoPath)
      ? `<img class="logo" src="${escapeHtml(logoPath)}" alt="The merchant’s logo">`
      : '';
  const proven =
    verifiedDomain === undefined
      ? '<span>Calls itself so, not verified.</span>'
      : `<span>Website <bdi>${escapeHtml(visibleText(verifiedDomain))}</bdi> · verified</span>`;
  return `<header class="merchant">${logo}<div>
<p>Requested by <bdi class="merchant-name">${escapeHtml(visibleText(displayName))}</bdi></p>
<p class="fine">${proven}${supportHtml(merchant)}</p>
</div></header>`;
}

/** A link is shown by where it leads; any other scheme is none. */
function supportHtml({ supportUrl }: NonNullable<Shown['merchant']>): string {
  if (supportUrl === undefined || !URL.canParse(supportUrl)) return '';
  const { protocol, host, pathname } = new URL(supportUrl);
  if (protocol !== 'https:' && protocol !== 'mailto:') return '';
  const shown = visibleText(protocol === 'https:' ? host : pathname);
  return ` <span>Questions? <a href="${escapeHtml(supportUrl)}" target="_blank" rel="noopener noreferrer"><bdi>${escapeHtml(shown)}</bdi></a></span>`;
}

interface PageParts {
  readonly title: string;
  readonly above: string;
  readonly content: string;
}

function page({ mode, styles, icon }: ReceiptFrame, { title, above, content }: PageParts): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  const banner =
    mode === 'sandbox' ? '<p class="test-banner">Test mode. No real money moves.</p>' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta property="og:title" content="${escapeHtml(title)}">
<link rel="icon" href="${escapeHtml(icon)}" type="image/svg+xml">
${links.join('\n')}
</head>
<body class="paper">
${above}
<div class="page">
${banner}
<main class="card">
${content}
</main>
</div>
</body>
</html>
`;
}
