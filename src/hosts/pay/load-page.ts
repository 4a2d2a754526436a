import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Bug } from '#kit/failure.ts';
import type { BuiltPage } from './build.ts';
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
  };
  readonly first: FirstAnswer | undefined;
  readonly assets: { readonly script: string; readonly style: string; readonly icon: string };
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

/** A file for browsers, compressed when the page was built. */
export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

/** A page in memory: nothing is read from disk while people wait. */
export interface LoadedPage<Input> {
  /** By path, such as `/assets/main-x.js`. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly first: PageInput['assets'];
  render(input: Input): Rendered;
}

/** A page as its server part renders it. */
interface Rendered {
  readonly html: string;
  readonly status: number;
  /** The text of its style element, where it has one. */
  readonly style?: string | undefined;
  /** The origins that may frame it; nobody where undefined. */
  readonly framedBy?: readonly string[] | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Loads a build: its files for browsers, and its server half by file path. */
export async function loadPage<Input = PageInput>(build: BuiltPage): Promise<LoadedPage<Input>> {
  const names = await readdir(join(build.folder, 'assets'));
  const assets = await Promise.all(
    names.map(async (name) => [`/assets/${name}`, await loadAsset(build.folder, name)] as const),
  );
  const server: unknown = await import(pathToFileURL(join(build.folder, 'server.js')).href);
  if (!isPageModule<Input>(server)) throw new Bug('the page build has no renderPage');
  const { script, style, icon } = build;
  return {
    assets: new Map(assets),
    first: { script, style, icon },
    render: (input) => server.renderPage(input),
  };
}

async function loadAsset(folder: string, name: string): Promise<Asset> {
  const [plain, zipped, brotli] = await Promise.all([
    readFile(join(folder, 'assets', name)),
    readFile(join(folder, 'compressed', `${name}.gz`)),
    readFile(join(folder, 'compressed', `${name}.br`)),
  ]);
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', plain, gzip: zipped, brotli };
}

interface PageModule<Input> {
  renderPage(input: Input): Rendered;
}

function isPageModule<Input>(value: unknown): value is PageModule<Input> {
  return typeof value === 'object' && value !== null && 'renderPage' in value;
}
