import { readView } from '../api/read-view.ts';
import { DOCUMENT_SCRIPT } from '../engine/document-script.ts';
import { member, texts } from '../engine/members.ts';
import { type PageAssets, renderDocument } from '../engine/render-document.tsx';
import type { Answer } from '../engine/request.ts';
import { BRAND_COLORS, brandStyle } from '../ui/brand-style.ts';
import { DIRECTION, LANGUAGE } from '../ui/messages/en/language.ts';
import '../wallet/tron/tron-network.ts';
import { iconsOf } from './asset-icons.ts';
import { BankHead, BankNote, bankPayerOf } from './bank-note.tsx';
import { readBrand } from './brand.ts';
import type { PageConfig } from './config.ts';
import { Foot, type LanguageLink } from './foot.tsx';
import { canBeFramed } from './framing.ts';
import { hasIntents, isUnpaid } from './is-unpaid.ts';
import { later } from './later.tsx';
import { merchantOf } from './merchant.ts';
import { MerchantHead } from './merchant-head.tsx';
import { messages } from './messages/en/all.ts';
import { merchantMessages } from './messages/en/merchant.ts';
import { moneyMessages } from './messages/en/money.ts';
import { initialState } from './opening.ts';
import { linkOf, Page } from './page.tsx';
import type { PageState } from './page-state.ts';
import type { Frame } from './parts.tsx';
import { offersAtOnce, partsNeeded } from './parts-needed.ts';
import { deadlineOf } from './progress/deadline.ts';
import { Progress } from './progress/progress.tsx';
import { stagesOf } from './progress/stages.ts';
import { ReceiptLink } from './receipt-link.tsx';
import { More } from './screens/more.tsx';

/** What the page is made from on the server. */
export interface PageInput {
  readonly config: PageConfig;
  /** What the API said about the link; undefined on the page without a token. */
  readonly first: Answer | undefined;
  readonly assets: PageAssets;
  /** What time it is for the service, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The languages of the page; no choice is offered where left out. */
  readonly languages?: readonly LanguageLink[];
  /** The language that the address of the page names. */
  readonly lang?: string | undefined;
}

/** The page and the status under which it is served. */
export interface RenderedPage {
  readonly html: string;
  readonly status: number;
  /** The text of its own style element, which the policy of the page must allow by its hash. */
  readonly style: string | undefined;
  /** The texts of the scripts in the document, the same. */
  readonly scripts: readonly string[];
  /** The origins that may frame it; nobody where undefined. */
  readonly framedBy: readonly string[] | undefined;
}

/** The whole document with the payment in it, readable without any script. */
export function renderPage(input: PageInput): RenderedPage {
  const state = initialState(input.first);
  const { safeAppOrigins = [] } = input.config;
  const framedBy = safeAppOrigins.length > 0 && canBeFramed(state) ? safeAppOrigins : undefined;
  const config = { ...input.config, safeAppOrigins: framedBy };
  const html = renderState(state, { ...input, config });
  const { firstButton, moneyNotice } = input.assets;
  const scripts = [
    DOCUMENT_SCRIPT,
    ...(offersAtOnce(state, config) && firstButton !== undefined ? [firstButton] : []),
    ...(moneyNotice === undefined ? [] : [moneyNotice]),
  ];
  return { html, status: statusOf(state), style: styleOf(input), scripts, framedBy };
}

/** The document for any state of the page; the picture gallery of the tests uses it too. */
export function renderState(state: PageState, input: PageInput): string {
  const brand = readBrand(input.first);
  const still = () => undefined;
  const frame: Frame = {
    config: input.config,
    messages,
    local: false,
    later,
    more: More,
    copied: undefined,
    dispatch: still,
    copy: still,
    print: still,
  };
  const style = styleOf(input);
  const merchant = merchantOf(input.first);
  const bankPayer = bankPayerOf(input.first);
  const title = merchant?.name ? merchantMessages.titleOf(merchant.name) : messages.title;
  return renderDocument({
    language: LANGUAGE,
    direction: DIRECTION,
    title: later.titleOf(state, title),
    assets: input.assets,
    head: (
      <>
        <meta property="og:title" content={title} />
        {style !== undefined && <style>{style}</style>}
      </>
    ),
    parts: partsNeeded(state, input.config),
    unloaded: messages.unloaded,
    id: 'pay',
    handed: {
      title,
      config: input.config,
      first: input.first ?? null,
      tron: isOfTron(input),
    },
    data: iconsOf(linkOf(state)),
    above: (
      <>
        {merchant && <MerchantHead merchant={merchant} />}
        {bankPayer !== undefined && <BankHead provider={bankPayer} />}
        <ProgressPlace state={state} input={input} />
      </>
    ),
    page: <Page state={state} frame={frame} />,
    below: (
      <>
        {offersAtOnce(state, input.config) && <FirstButton {...input} />}
        {bankPayer !== undefined && <BankNote provider={bankPayer} />}
        <MoneyNotice {...input} />
        <Foot brand={brand} languages={input.languages ?? []} />
        {input.config.token !== '' && <ReceiptLink token={input.config.token} lang={input.lang} />}
      </>
    ),
  });
}

/** Offers the wallets of the browser before the scripts of the page are here. */
function FirstButton({ config, assets }: PageInput) {
  const { firstButton, parts = {} } = assets;
  if (firstButton === undefined) return null;
  return (
    <script
      data-token={config.token}
      data-use={messages.connect.use('{}')}
      data-next={parts['wallet']?.join(' ')}
      dangerouslySetInnerHTML={{ __html: firstButton }}
    />
  );
}

/** Says what is true of the payer's money where a part of the page did not load. */
function MoneyNotice({ config, first, assets }: PageInput) {
  const { moneyNotice } = assets;
  if (moneyNotice === undefined) return null;
  const { charged, notices, nothingCharged } = messages;
  // Another device may have paid what this browser knows nothing of.
  const isKnown = first !== undefined && isUnpaid(first);
  return (
    <script
      data-token={config.token}
      data-sent={moneyMessages.sent}
      data-open={notices.left_open}
      data-part={hasIntents(first?.body) ? undefined : charged.part}
      data-fees={isKnown ? charged.fees : undefined}
      data-none={isKnown ? nothingCharged : undefined}
      dangerouslySetInnerHTML={{ __html: moneyNotice }}
    />
  );
}

/** What a later part of the page takes over to renew it; of links with nothing to do there is none. */
function ProgressPlace({ state, input }: { readonly state: PageState; readonly input: PageInput }) {
  const { nowMs, first } = input;
  if (first?.status !== 200 && first?.status !== 423) return null;
  const times = { deadlineMs: deadlineOf(first), nowMs };
  return (
    <div id="progress" data-handed={JSON.stringify(times)}>
      <Progress state={state} stages={stagesOf(state)} {...times} isLocal={false} />
    </div>
  );
}

/** The brand's colours; nothing in them needs escaping, so the hash is that of what is sent. */
function styleOf({ first }: PageInput): string | undefined {
  return brandStyle(texts(member(first?.body, 'branding'), BRAND_COLORS));
}

/** Whether the page needs what only links of Tron need; left out where it does not. */
function isOfTron({ first }: PageInput): true | undefined {
  return readView(first?.body).network === 'tron' || undefined;
}

function statusOf(state: PageState): number {
  switch (state.at) {
    case 'unreachable':
      return 503;
    case 'limited':
      return 429;
    case 'unknown':
      return 404;
    case 'expired':
    case 'closed':
      return 403;
    default:
      return 200;
  }
}
