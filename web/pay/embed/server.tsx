import { readView } from '../../api/read-view.ts';
import { DOCUMENT_SCRIPT } from '../../engine/document-script.ts';
import { type PageAssets, renderDocument } from '../../engine/render-document.tsx';
import type { RenderedPage } from '../../engine/render-token-page.tsx';
import type { Answer } from '../../engine/request.ts';
import '../../wallet/tron/tron-network.ts';
import { DIRECTION, LANGUAGE } from '../../ui/messages/en/language.ts';
import { laterMessages } from '../../ui/messages/en/later.ts';
import { iconsOf } from '../asset-icons.ts';
import { merchantOf } from '../merchant.ts';
import { MerchantHead } from '../merchant-head.tsx';
import { embedMessages as messages } from '../messages/en/embed.ts';
import { footMessages } from '../messages/en/foot.ts';
import { deadlineOf } from '../progress/deadline.ts';
import { Deadline } from '../progress/progress.tsx';
import type { FrameConfig } from './config.ts';
import { Frame } from './frame.tsx';
import { type FrameStatus, firstFrame } from './frame-state.ts';

interface EmbedInput {
  readonly config: FrameConfig;
  /** What the API said about the link. */
  readonly first: Answer;
  readonly assets: PageAssets;
}

/** The document of the frame, with the payment in it and a way to pay it without any script. */
export function renderPage({ config, first, assets }: EmbedInput): RenderedPage {
  const state = firstFrame(first);
  const merchant = merchantOf(first);
  const deadlineMs = deadlineOf(first);
  const isOfTron = readView(first.body).network === 'tron';
  const html = renderDocument({
    language: LANGUAGE,
    direction: DIRECTION,
    title: messages.title,
    assets,
    head: <meta name="referrer" content="no-referrer" />,
    unloaded: laterMessages.unloaded,
    id: 'embed',
    handed: { config, first, ...(isOfTron && { tron: true }) },
    data: iconsOf(state.link),
    above: (
      <>
        {merchant && <MerchantHead merchant={merchant} />}
        {deadlineMs !== undefined && <Deadline deadlineMs={deadlineMs} isLocal={false} />}
      </>
    ),
    page: <Frame state={state} config={config} fragment="" onOpen={() => undefined} />,
    below: (
      <footer>
        <p>{footMessages.promise}</p>
        <noscript>
          <p>{footMessages.frameWithoutScript}</p>
        </noscript>
      </footer>
    ),
  });
  return { html, status: STATUSES[state.at] ?? 200, scripts: [DOCUMENT_SCRIPT] };
}

const STATUSES: Partial<Record<FrameStatus, number>> = {
  unknown: 404,
  expired: 403,
  unavailable: 403,
  unread: 503,
};
