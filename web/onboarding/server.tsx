import { renderToString } from 'preact-render-to-string';
import type { PageConfig } from './config.ts';
import { messages } from './messages/en.ts';
import { Page } from './page.tsx';
import type { Frame } from './parts.tsx';
import { initialState } from './transitions.ts';

/** What the page is made from on the server. */
export interface PageInput {
  readonly config: PageConfig;
  /** Paths on the page's own host. */
  readonly assets: { readonly script: string; readonly style: string; readonly icon: string };
}

/** The page and the status under which it is served. */
export interface RenderedPage {
  readonly html: string;
  readonly status: number;
}

/**
 * The document with the first place in it. What an invitation says is told to who is signed in
 * only, and the server does not know who that is: the island asks.
 */
export function renderPage({ config, assets }: PageInput): RenderedPage {
  const state = initialState(config.token);
  const still = () => undefined;
  const frame: Frame = { config, messages, copied: undefined, dispatch: still, copy: still };
  const document = (
    <html lang={messages.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>{messages.title}</title>
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style} />
        <script type="module" src={assets.script} />
      </head>
      <body>
        <div id="onboarding" data-handed={JSON.stringify(config)}>
          <Page state={state} frame={frame} />
        </div>
      </body>
    </html>
  );
  const html = `<!doctype html>${renderToString(document)}`;
  return { html, status: state.at === 'unknown' ? 404 : 200 };
}
