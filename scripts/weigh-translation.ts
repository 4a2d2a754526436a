import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import type { BuiltPage } from '../src/hosts/pages/build-page.ts';
import { ROOT } from '../src/hosts/pages/kept-build.ts';
import { ensureTranslatedBuild } from '../src/hosts/pay/build.ts';
import { isLanguage, LANGUAGES, type Language } from '../src/kit/languages.ts';
import { loadedFirst, weighAssets } from './weigh-files.ts';

/** The first scripts of the pay page and of the frame in a language, with gzip. */
interface Translated {
  readonly name: string;
  readonly pay: number;
  readonly embed: number;
}

/** Weighs what payers load first in the language in which that is the most. */
export async function weighHeaviest(): Promise<Translated> {
  const language = await heaviestLanguage();
  const { pay, embed } = await ensureTranslatedBuild(language, { log: pino({ level: 'silent' }) });
  return { name: LANGUAGES[language], pay: await weighFirst(pay), embed: await weighFirst(embed) };
}

async function weighFirst(built: BuiltPage): Promise<number> {
  const first = await loadedFirst(built);
  const files = [...(await weighAssets(built))].filter(([name]) => first.has(name));
  return files.reduce((sum, [, bytes]) => sum + bytes, 0);
}

/** By the texts that its first script has; a build of each would take half a minute. */
async function heaviestLanguage(): Promise<Language> {
  const languages = Object.keys(LANGUAGES).filter(isLanguage);
  const sizes = await Promise.all(
    languages.map(async (language) => {
      const text = await readFile(join(ROOT, 'web/pay/messages', language, 'opening.ts'), 'utf8');
      return { language, bytes: gzipSync(text, { level: 9 }).length };
    }),
  );
  const [heaviest] = sizes.toSorted((one, other) => other.bytes - one.bytes);
  return heaviest?.language ?? 'en';
}
