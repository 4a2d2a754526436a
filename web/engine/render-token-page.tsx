import type { ComponentChildren } from 'preact';
import { DOCUMENT_SCRIPT } from './document-script.ts';
import { type PageAssets, renderDocument } from './render-document.tsx';

/** What a page that its token names is made from on the server. */
export interface TokenPageInput<Config> {
  readonly config: Config;
  readonly assets: PageAssets;
}

/** A page and the status under which it is served. */
export interface RenderedPage {
  readonly html: string;
  readonly status: number;
  /** The texts of its script elements, which its policy must allow by their hashes. */
  readonly scripts: readonly string[];
}

interface TokenPageParts extends TokenPageInput<unknown> {
  /** Of the element that the page is started in. */
  readonly id: string;
  readonly messages: { readonly locale: string; readonly title: string; readonly unloaded: string };
  readonly page: ComponentChildren;
  /** Whether no token is named, or none that could exist. */
  readonly isUnknown: boolean;
}

/** The document of such a page. The token is a secret: no other host learns it as a referrer. */
export function renderTokenPage(parts: TokenPageParts): RenderedPage {
  const { id, config, assets, messages, page, isUnknown } = parts;
  const html = renderDocument({
    language: messages.locale,
    title: messages.title,
    assets,
    head: <meta name="referrer" content="no-referrer" />,
    unloaded: messages.unloaded,
    id,
    handed: config,
    page,
  });
  return { html, status: isUnknown ? 404 : 200, scripts: [DOCUMENT_SCRIPT] };
}
