import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#kit/languages.ts';
import type { Log } from '#platform/log.ts';
import { type BuiltPage, buildPage, buildScript, readBuiltPage } from '../pages/build-page.ts';
import { ifMissing, keepBuild } from '../pages/kept-build.ts';
import { openPartNames, ownNamespaces, PAGE_PARTS } from './page-parts.ts';

/** The finished pages: the pay page, and the others beside it. */
export interface PageBuild extends BuiltPage {
  readonly onboarding: BuiltPage;
  readonly recurring: BuiltPage;
  /** What shops frame. */
  readonly embed: BuiltPage;
  /** The folder of the script that pages of shops load. */
  readonly shopScript: Pick<BuiltPage, 'folder'>;
  /** The texts of scripts in documents of the pay page, in every language the same. */
  readonly firstButton: string;
  readonly moneyNotice: string;
}

/** The folders of the pages beside the pay page, in the build's folder, and of their sources. */
const BESIDE = [
  ['onboarding', 'web/onboarding'],
  ['recurring', 'web/recurring'],
  ['embed', 'web/pay/embed'],
] as const;

/**
 * The built pages, built now if their sources changed since the last time; that takes about two
 * seconds.
 */
export async function ensurePageBuild({ log }: { readonly log: Log }): Promise<PageBuild> {
  return await keepBuild({ name: 'pay', ...KEPT, build, read, log });
}

/** The pages of payments in another language. */
export interface TranslatedBuild {
  readonly pay: BuiltPage;
  readonly embed: BuiltPage;
}

/** The same of the pages in another language: the same code with the texts of that language in it, as a build of its own. */
export async function ensureTranslatedBuild(
  language: Language,
  { log }: { readonly log: Log },
): Promise<TranslatedBuild> {
  return await keepBuild({
    name: `pay-${language}`,
    ...KEPT,
    build: async (folder) => {
      await buildPage(folder, { ...payPage(), language });
      await buildPage(join(folder, 'embed'), { page: 'web/pay/embed', ...SETTINGS, language });
    },
    read: async (folder) => {
      const pay = await readBuiltPage(folder);
      const embed = await readBuiltPage(join(folder, 'embed'));
      return pay && embed && { pay, embed };
    },
    log,
  });
}

/** What all of these builds are made from. */
const KEPT = {
  sources: ['web', 'vite.config.ts', 'package-lock.json'],
  isSource: (path: string) => !path.startsWith('web/dashboard/'),
  format: 'compressed assets, parts and scripts of documents',
};

/** Each page is a build of its own, so that what one of them needs never weighs on the other. */
async function build(folder: string): Promise<void> {
  await buildPage(folder, payPage());
  for (const [name, page] of BESIDE) {
    await buildPage(join(folder, name), { page, ...SETTINGS });
  }
  const script = { script: 'web/florin-js/florin.ts', name: SHOP_SCRIPT };
  await buildScript(scriptFolderOf(folder), { ...script, configFile: 'vite.config.ts' });
  for (const name of IN_DOCUMENTS) {
    const inDocument = { script: `web/pay/${name}.ts`, name: `${name}.js` };
    await buildScript(join(folder, name), { ...inDocument, configFile: 'vite.config.ts' });
  }
}

/** The scripts in documents, by their files in `web/pay`. */
const IN_DOCUMENTS = ['first-button', 'money-notice'] as const;

/** The script that pages of shops load, by its name on the host. */
export const SHOP_SCRIPT = 'florin.js';

const SETTINGS = { configFile: 'vite.config.ts', hasServer: true };

/** The pay page, whose later parts come in one file each. */
function payPage() {
  const groups = [
    { debugName: 'parts', name: openPartNames() },
    {
      name: 'crosschain',
      test: /web\/pay\/crosschain\/(record-route|sent-route|time-text)\.ts$/,
    },
  ];
  const output = { codeSplitting: { includeDependenciesRecursively: false, groups } };
  return { page: 'web/pay', ...SETTINGS, output, plugins: [ownNamespaces], parts: PAGE_PARTS };
}

async function read(folder: string): Promise<PageBuild | undefined> {
  const pay = await readBuiltPage(folder);
  const [onboarding, recurring, embed] = await Promise.all(
    BESIDE.map(([name]) => readBuiltPage(join(folder, name))),
  );
  const shopScript = { folder: scriptFolderOf(folder) };
  const [firstButton, moneyNotice] = await Promise.all(
    IN_DOCUMENTS.map(async (name) => {
      const text = await readFile(join(folder, name, 'assets', `${name}.js`), 'utf8').catch(
        ifMissing,
      );
      return text?.trim();
    }),
  );
  if (!pay || !onboarding || !recurring || !embed || !firstButton || !moneyNotice) return undefined;
  return { ...pay, onboarding, recurring, embed, shopScript, firstButton, moneyNotice };
}

function scriptFolderOf(folder: string): string {
  return join(folder, 'shop-script');
}
