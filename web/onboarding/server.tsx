import {
  type RenderedPage,
  renderTokenPage,
  type TokenPageInput,
} from '../engine/render-token-page.tsx';
import type { PageConfig } from './config.ts';
import { messages } from './messages/en.ts';
import { Page } from './page.tsx';
import type { Frame } from './parts.tsx';
import { initialState } from './transitions.ts';

/**
 * The document with the first page state in it. The content of an invitation is shown to signed-in users
 * only, and the server does not know the user: the client reads it.
 */
export function renderPage({ config, assets }: TokenPageInput<PageConfig>): RenderedPage {
  const state = initialState(config.token);
  const still = () => undefined;
  const frame: Frame = { config, messages, copied: undefined, dispatch: still, copy: still };
  const page = <Page state={state} frame={frame} />;
  const isUnknown = state.at === 'unknown';
  return renderTokenPage({ id: 'onboarding', config, assets, messages, page, isUnknown });
}
