import { elapsedMs } from '#kit/clock.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#kit/languages.ts';
import type { Log } from '#platform/log.ts';
import type { Asset } from '../pages/assets.ts';
import { ensureTranslatedBuild } from './build.ts';
import { type EmbedInput, type LoadedPage, loadPage, type PageInput } from './load-page.ts';

/** The pages of payments in one language. */
interface Pages {
  readonly page: LoadedPage<PageInput>;
  readonly embed: LoadedPage<EmbedInput>;
}

/** The pages of payments in every language. */
export interface Translations {
  /** In English where those of the language cannot be had. */
  in(language: Language): Promise<Pages>;
  /** A file of theirs, such as `/assets/de/main-x.js`; also after a restart, when nobody has asked for the page itself. */
  assetAt(language: string, path: string): Promise<Asset | undefined>;
}

interface TranslationParts {
  readonly english: Pages;
  readonly log: Log;
}

/** Each language is loaded, and where its sources have changed built, when somebody first asks for it, and then kept. */
export function openTranslations({ english, log }: TranslationParts): Translations {
  const kept = new Map<Language, Promise<Pages>>([[DEFAULT_LANGUAGE, Promise.resolve(english)]]);
  const load = (language: Language): Promise<Pages> => {
    const pages = loadPages(language, log).catch((error: unknown) => {
      // Not tried again: each request would wait for the same failure.
      log.error({ err: error, language }, 'could not load the pages in this language');
      return english;
    });
    kept.set(language, pages);
    return pages;
  };
  const pagesIn = (language: Language) => kept.get(language) ?? load(language);
  return {
    in: pagesIn,
    async assetAt(language, path) {
      if (language === DEFAULT_LANGUAGE || !isLanguage(language)) return undefined;
      const { page, embed } = await pagesIn(language);
      return page.assets.get(path) ?? embed.assets.get(path);
    },
  };
}

async function loadPages(language: Language, log: Log): Promise<Pages> {
  const begin = elapsedMs();
  const built = await ensureTranslatedBuild(language, { log });
  const folder = `/assets/${language}/`;
  const [page, embed] = await Promise.all([
    loadPage<PageInput>(built.pay, folder),
    loadPage<EmbedInput>(built.embed, folder),
  ]);
  log.info({ language, ms: Math.round(elapsedMs() - begin) }, 'loaded the pages in a language');
  return { page, embed };
}
