import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { UnloadedNotice } from './unloaded-notice.tsx';

/** The paths of a page's files on its own host. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  /** The text of the style sheet, where the document carries it; its policy must allow that by its hash. */
  readonly css?: string;
  /** The text of a script that offers what a page begins with before its scripts are here; the same. */
  readonly firstButton?: string;
  /** The text of one that says more where a part of the page did not load; the same. */
  readonly moneyNotice?: string;
  /** By the name of a later part of the page, its scripts. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
}

interface DocumentParts {
  readonly language: string;
  /** In which the language is read; from left to right where left out. */
  readonly direction?: 'ltr' | 'rtl';
  readonly title: string;
  readonly assets: PageAssets;
  /** What stands in the head beside what every page has. */
  readonly head: ComponentChildren;
  /** Later parts that this view needs, loaded beside the first script; none where left out. */
  readonly parts?: readonly string[];
  /** Of the element that the page is started in. */
  readonly id: string;
  /** What is said where a part of the page does not load; the policy must allow `DOCUMENT_SCRIPT` by its hash. */
  readonly unloaded: string;
  /** What the page is handed when it starts; only what JSON can say. */
  readonly handed: unknown;
  /** Further attributes of its element, for the style sheet. */
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>;
  readonly page: ComponentChildren;
  /** What stands above the page and never changes, so that no script draws it; nothing where left out. */
  readonly above?: ComponentChildren;
  /** The same, below the page. */
  readonly below?: ComponentChildren;
}

/**
 * The document of a page, readable without a script. What the page is handed is an attribute of its element: a
 * data block would be one more thing that looks like a script to its content security policy.
 */
export function renderDocument(parts: DocumentParts): string {
  const { language, direction, title, assets, head, id, handed, data, page, above, below } = parts;
  const { css } = assets;
  const beside = new Set((parts.parts ?? []).flatMap((name) => assets.parts?.[name] ?? []));
  const document = (
    <html lang={language} dir={direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        {css === undefined ? (
          <link rel="stylesheet" href={assets.style} />
        ) : (
          <style dangerouslySetInnerHTML={{ __html: css }} />
        )}
        {head}
        <script type="module" src={assets.script} />
        {[...beside].map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
      </head>
      <body>
        <UnloadedNotice text={parts.unloaded} />
        {above}
        <div id={id} {...data} data-handed={JSON.stringify(handed)}>
          {page}
        </div>
        {below}
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(document)}`;
}
