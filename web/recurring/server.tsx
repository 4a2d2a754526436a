import { type PageAssets, renderDocument } from '../engine/render-document.tsx';
import type { PageConfig } from './config.ts';
import { messages } from './messages/en.ts';
import { Page } from './page.tsx';
import type { Frame } from './parts.tsx';
import { initialState } from './transitions.ts';

/** What the page is made from on the server. */
export interface PageInput {
  readonly config: PageConfig;
  readonly assets: PageAssets;
}

/** The page and the status under which it is served. */
export interface RenderedPage {
  readonly html: string;
  readonly status: number;
}

/** The document with the first page state in it. The page itself reads the schedule: its dates are in the payer's own time. */
export function renderPage({ config, assets }: PageInput): RenderedPage {
  const state = initialState(config.token);
  const still = () => undefined;
  const frame: Frame = { config, messages, copied: undefined, dispatch: still, copy: still };
  const html = renderDocument({
    locale: messages.locale,
    title: messages.title,
    assets,
    head: <meta name="referrer" content="no-referrer" />,
    id: 'recurring',
    handed: config,
    page: <Page state={state} frame={frame} />,
  });
  return { html, status: state.at === 'unknown' ? 404 : 200 };
}
