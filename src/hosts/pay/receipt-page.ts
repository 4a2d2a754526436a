import type { z } from 'zod';
import { escapeHtml } from '#kit/escape-html.ts';
import { LANGUAGES, type Language } from '#kit/languages.ts';
import { visibleText } from '#kit/visible-text.ts';
import { LOGO_PATH } from '#modules/orchestrators/index.ts';
import {
  amountText,
  isolated,
  type LinkReceipts,
  languageAttributes,
  lineValueHtml,
  messagesIn,
  networkOf,
  type PayerReceipt,
  sectionsOf,
  timeText,
} from '#modules/receipts/index.ts';
import { languageLinks } from './language-links.ts';
import { type Checked, checkedHtml } from './receipt-check.ts';
import { pageMessagesIn } from './receipt-messages/page-messages-in.ts';
import type { ReceiptPageMessages } from './receipt-messages/receipt-page-messages.ts';

type Shown = z.output<typeof LinkReceipts>;
type Receipt = z.output<typeof PayerReceipt>;

/** What every page of receipts is made from. */
export interface ReceiptFrame {
  readonly mode: 'sandbox' | 'production';
  /** Paths of the host's own files. */
  readonly styles: readonly string[];
  readonly icon: string;
  readonly language: Language;
  /** Whether the address names the language, so that the links of the page do too. */
  readonly isNamed: boolean;
  /** The path and query under which it was opened. */
  readonly url: string;
}

interface ReceiptsView extends ReceiptFrame {
  readonly token: string;
  readonly list: Shown;
  /** Where the shown page of the list begins; undefined is the newest. */
  readonly cursor: string | undefined;
  /** What came of comparing one receipt with its chain; undefined where nobody asked. */
  readonly checked: Checked | undefined;
}

/** Where the page is. */
const PAGE = '/receipt/';

/** The receipts of a link as HTML that needs no script. */
export function renderReceipts(view: ReceiptsView): string {
  const { list, cursor, language } = view;
  const { receipts, merchant } = list;
  if (receipts.length === 0 && cursor === undefined) return renderNone(view);
  const messages = pageMessagesIn(language);
  const { title: oneTitle, howToVerify } = messagesIn(language);
  const isOne = receipts.length === 1 && cursor === undefined && list.nextCursor === null;
  const title = isOne ? oneTitle : messages.receipts;
  const isProven = receipts.some(({ proof }) => proof !== null);
  const how = isProven ? `<p class="fine last">${escapeHtml(howToVerify)}</p>` : '';
  const hidden = list.isHidden ? `<p class="fine">${messages.hiddenToo}</p>` : '';
  return page(view, {
    title: merchant === null ? title : `${title} · ${visibleText(merchant.displayName)}`,
    above: merchantHead(merchant, messages),
    content: `<h1>${title}</h1>
${receipts.map((receipt) => articleHtml(receipt, view)).join('\n')}
${hidden}${more(view)}${how}`,
  });
}

function renderNone(view: ReceiptsView): string {
  const { status, isHidden, merchant } = view.list;
  const { none, hidden, openPayment, ...messages } = pageMessagesIn(view.language);
  const said = isHidden ? hidden : { title: none.title, text: none[status] };
  const link =
    status === 'pending' && !isHidden
      ? `<p class="more"><a href="${addressOf(view, '/')}">${openPayment}</a></p>`
      : '';
  return page(view, {
    title: said.title,
    above: merchantHead(merchant, messages),
    content: `${emptyHtml(said, view)}${link}`,
  });
}

/** A page that says why no receipt is shown. */
export function renderFailure(
  frame: ReceiptFrame,
  failure: keyof ReceiptPageMessages['failures'],
): string {
  const said = pageMessagesIn(frame.language).failures[failure];
  return page(frame, { title: said.title, above: '', content: emptyHtml(said, frame) });
}

function emptyHtml(
  { title, text }: { readonly title: string; readonly text: string },
  { language }: ReceiptFrame,
): string {
  return `<h1>${messagesIn(language).title}</h1><h2>${title}</h2><p>${text}</p>`;
}

function articleHtml(receipt: Receipt, view: ReceiptsView): string {
  const { paymentId, received, paidAt, issuedAt, isFinal } = receipt;
  const { language, checked } = view;
  const messages = pageMessagesIn(language);
  const heading = `paid-${escapeHtml(paymentId)}`;
  const sections = sectionsOf({ ...receipt, merchant: null }, { language, isMerchantAbove: true });
  const under = [
    messages.onNetwork(networkOf(received)),
    timeText(paidAt, language, { hasSeconds: false }),
    isFinal ? messages.final : messages.confirmed,
  ].map((part) => isolated(part, language));
  const issued = messagesIn(language).issued(timeText(issuedAt, language));
  return `<article aria-labelledby="${heading}">
<h2 id="${heading}">${escapeHtml(amountText(received, language))}</h2>
<p class="under">${escapeHtml(under.join(' · '))}</p>
${checked?.paymentId === paymentId ? checkedHtml(checked, language) : ''}
${actionsHtml(receipt, view)}
${sections.map((section) => sectionHtml(section, language)).join('\n')}
<p class="fine last">${escapeHtml(issued)}</p>
</article>`;
}

/** What can be done with a receipt; of one that hides its payee nothing can be checked. */
function actionsHtml({ paymentId, proof, explorerUrl }: Receipt, view: ReceiptsView): string {
  const messages = pageMessagesIn(view.language);
  const address = addressOf(view, PAGE);
  const file = (format: string) =>
    `${address}${escapeHtml(`&payment=${paymentId}&format=${format}`)}`;
  const explorer =
    explorerUrl === null || !explorerUrl.startsWith('https://')
      ? ''
      : `<a href="${escapeHtml(explorerUrl)}" target="_blank" rel="noopener noreferrer">${messages.explorer}</a>`;
  const fields = Object.entries({ payment: paymentId, ...proof }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`,
  );
  const form =
    proof === null
      ? ''
      : `<form method="post" action="${address}">${fields.join('')}<button class="primary" type="submit">${messages.check.button}</button></form>`;
  const print = messages.print === null ? '' : `<p class="fine">${messages.print}</p>`;
  return `<div class="actions">${form}
<a href="${file('pdf')}">${messages.pdf}</a>
<a href="${file('json')}">${messages.json}</a>
${explorer}${print}</div>`;
}

/** The address of a page of the same link, as it stands in HTML; this one at the same place of its list. */
function addressOf(view: ReceiptsView, path: string): string {
  const { token, cursor, language, isNamed } = view;
  const query = new URLSearchParams({
    token,
    ...(isNamed && { lang: language }),
    ...(cursor !== undefined && { cursor }),
  });
  return escapeHtml(`${path}?${query.toString()}`);
}

function more(view: ReceiptsView): string {
  const { nextCursor } = view.list;
  if (nextCursor === null) return '';
  const { earlier } = pageMessagesIn(view.language);
  return `<p class="more"><a href="${addressOf({ ...view, cursor: nextCursor }, PAGE)}">${earlier}</a></p>`;
}

function sectionHtml(
  { title, lines }: ReturnType<typeof sectionsOf>[number],
  language: Language,
): string {
  const rows = lines.map(
    (line) =>
      `<div class="row"><dt>${escapeHtml(line.name)}</dt><dd>${lineValueHtml(line, language)}</dd></div>`,
  );
  return `<section><h3>${escapeHtml(title)}</h3><dl>${rows.join('')}</dl></section>`;
}

/** Whose page it is, in the words of the pay page. */
function merchantHead(
  merchant: Shown['merchant'],
  { merchant: messages }: Pick<ReceiptPageMessages, 'merchant'>,
): string {
  if (merchant === null) {
    return `<header class="merchant"><p>${messages.noName}</p></header>`;
  }
  const { displayName, logoPath, verifiedDomain } = merchant;
  const logo =
    logoPath !== undefined && LOGO_PATH.test(logoPath)
      ? `<img class="logo" src="${escapeHtml(logoPath)}" alt="${messages.logo}">`
      : '';
  const proven =
    verifiedDomain === undefined
      ? `<span>${messages.unverified}</span>`
      : `<span>${messages.website} <bdi>${escapeHtml(visibleText(verifiedDomain))}</bdi> · ${messages.verified}</span>`;
  return `<header class="merchant">${logo}<div>
<p>${messages.requestedBy} <bdi class="merchant-name">${escapeHtml(visibleText(displayName))}</bdi></p>
<p class="fine">${proven}${supportHtml(merchant, messages)}</p>
</div></header>`;
}

/** A link is shown by where it leads; any other scheme is none. */
function supportHtml(
  { supportUrl }: NonNullable<Shown['merchant']>,
  { questions }: ReceiptPageMessages['merchant'],
): string {
  if (supportUrl === undefined || !URL.canParse(supportUrl)) return '';
  const { protocol, host, pathname } = new URL(supportUrl);
  if (protocol !== 'https:' && protocol !== 'mailto:') return '';
  const shown = visibleText(protocol === 'https:' ? host : pathname);
  return ` <span>${questions} <a href="${escapeHtml(supportUrl)}" target="_blank" rel="noopener noreferrer"><bdi>${escapeHtml(shown)}</bdi></a></span>`;
}

interface PageParts {
  readonly title: string;
  readonly above: string;
  readonly content: string;
}

function page(frame: ReceiptFrame, { title, above, content }: PageParts): string {
  const { mode, styles, icon, language } = frame;
  const messages = pageMessagesIn(language);
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  const banner = mode === 'sandbox' ? `<p class="test-banner">${messages.testMode}</p>` : '';
  return `<!doctype html>
<html ${languageAttributes(language)}>
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
<footer>${languagesHtml(frame, messages)}</footer>
</body>
</html>
`;
}

/** The choice of a language, each by its own name, as on the pay page. */
function languagesHtml({ url, language }: ReceiptFrame, messages: ReceiptPageMessages): string {
  // These two name a file, of which this is the page where it could not be made.
  const links = languageLinks(url, PAGE, ['payment', 'format']).map((one) => {
    const current = one.language === language ? ' aria-current="true"' : '';
    return `<li><a href="${escapeHtml(one.path)}" lang="${one.language}" hreflang="${one.language}" dir="auto"${current}>${one.name}</a></li>`;
  });
  return `<details class="languages"><summary><span>${messages.language}: ${LANGUAGES[language]}</span></summary><ul>${links.join('')}</ul></details>`;
}
