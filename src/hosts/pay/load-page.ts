import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Bug } from '#kit/failure.ts';
import { ASSETS, type Asset, loadAssets, styleOf } from '../pages/assets.ts';
import type { BuiltPage } from '../pages/build-page.ts';
import type { PageTestWallet } from './test-wallets.ts';

/** What the API said about a link; status 0 when it said nothing. */
export interface FirstAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterS?: number;
}

/** What the page's server half is handed; web/pay/server.tsx has the same shape. */
export interface PageInput {
  readonly config: {
    readonly mode: 'sandbox' | 'production';
    readonly apiUrl: string;
    readonly clientId: string;
    readonly token: string;
    readonly networks: Readonly<
      Record<
        string,
        {
          readonly rpcPath?: string;
          readonly confirmations?: number;
          readonly paymasterUrl?: string;
        }
      >
    >;
    readonly testWallets?: readonly PageTestWallet[];
    /** Interfaces of Safe that may frame the page, where its link allows it. */
    readonly safeAppOrigins?: readonly string[] | undefined;
    readonly safeAppUrl?: string;
    readonly walletConnect?: { readonly projectId: string; readonly relayUrl: string };
    readonly shouldOpenWallet?: boolean;
  };
  readonly first: FirstAnswer | undefined;
  readonly assets: {
    readonly script: string;
    readonly style: string;
    readonly icon: string;
    /** The text of the style sheet, where the document carries it. */
    readonly css?: string;
    /** The text of the script that offers wallets at once. */
    readonly firstButton?: string;
    /** The text of the script that says what is true of the payer's money where a part did not load. */
    readonly moneyNotice?: string;
    /** By the name of a later part of the page, its scripts. */
    readonly parts?: Readonly<Record<string, readonly string[]>>;
  };
  /** What time it is for the service, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The languages that the page offers; none where left out. */
  readonly languages?: readonly {
    readonly language: string;
    readonly name: string;
    readonly path: string;
  }[];
  /** The language that the address of the page names. */
  readonly lang?: string | undefined;
}

/** What the onboarding page's server half is handed; web/onboarding/server.tsx has the same shape. */
export interface OnboardingInput {
  readonly config: {
    readonly mode: 'sandbox' | 'production';
    readonly authUrl: string;
    readonly token: string;
    readonly networks: Readonly<Record<string, { readonly rpcPath?: string }>>;
    readonly testWallets?: readonly {
      readonly id: string;
      readonly address: string;
      readonly privateKey: string;
    }[];
  };
  readonly assets: PageInput['assets'];
}

/** What the server half of the page of a schedule is handed; web/recurring/server.tsx has the same shape. */
export interface RecurringInput {
  readonly config: {
    readonly mode: 'sandbox' | 'production';
    readonly apiUrl: string;
    readonly clientId: string;
    readonly token: string;
    readonly networks: Readonly<
      Record<string, { readonly rpcPath?: string; readonly recurringProxy?: string }>
    >;
    readonly testWallets?: readonly PageTestWallet[];
  };
  readonly assets: PageInput['assets'];
}

/** What the server half of the frame is handed; web/pay/embed/server.tsx has the same shape. */
export interface EmbedInput {
  readonly config: {
    readonly mode: 'sandbox' | 'production';
    readonly apiUrl: string;
    readonly clientId: string;
    readonly token: string;
    readonly shopOrigins: readonly string[];
    /** The language that the page of the shop has chosen; undefined where it left that to the browser. */
    readonly lang?: string;
  };
  readonly first: FirstAnswer;
  readonly assets: PageInput['assets'];
}

/** A page in memory: nothing is read from disk while people wait. */
export interface LoadedPage<Input> {
  /** By path, such as `/assets/main-x.js`. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly first: PageInput['assets'];
  /** The text of its style sheet. */
  readonly css: string;
  render(input: Input): Rendered;
}

/** A page as its server part renders it. */
interface Rendered {
  readonly html: string;
  readonly status: number;
  /** The text of its style element, where it has one. */
  readonly style?: string | undefined;
  /** The texts of its script elements, the same. */
  readonly scripts: readonly string[];
  /** The origins that may frame it; nobody where undefined. */
  readonly framedBy?: readonly string[] | undefined;
}

/** Loads a build: its files for browsers, and its server half by file path. */
export async function loadPage<Input = PageInput>(
  build: BuiltPage,
  servedAt: string = ASSETS,
): Promise<LoadedPage<Input>> {
  const assets = await loadAssets(build, servedAt);
  const server: unknown = await import(pathToFileURL(join(build.folder, 'server.js')).href);
  if (!isPageModule<Input>(server)) throw new Bug('the page build has no renderPage');
  const pathOf = (file: string) => servedAt + basename(file);
  return {
    assets,
    first: {
      script: pathOf(build.script),
      style: pathOf(build.style),
      icon: pathOf(build.icon),
      parts: Object.fromEntries(
        Object.entries(build.parts).map(([name, files]) => [name, files.map(pathOf)]),
      ),
    },
    css: styleOf(assets, pathOf(build.style)),
    render: (input) => server.renderPage(input),
  };
}

interface PageModule<Input> {
  renderPage(input: Input): Rendered;
}

function isPageModule<Input>(value: unknown): value is PageModule<Input> {
  return typeof value === 'object' && value !== null && 'renderPage' in value;
}
