import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../../../src/kit/languages.ts';

const ALL = Object.keys(LANGUAGES);
/** What it calls a file of texts of which a document takes those of its language. */
const CHOSEN = '\0chosen:';
const EXPORTED = /^export const (\w+)/gm;

/**
 * Has one build hold the texts of all languages: a document takes those of the language that it names. Products build
 * a page for each language (`messagesIn`); ten builds take a test longer than what it looks at.
 */
export const allMessages: Plugin = {
  name: 'all-messages',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/messages\/en\// },
    async handler(source, importer) {
      if (importer?.startsWith(CHOSEN)) return null;
      const english = await this.resolve(source, importer, { skipSelf: true });
      return english && `${CHOSEN}${english.id}`;
    },
  },
  load: {
    filter: { id: new RegExp(`^${CHOSEN}`) },
    async handler(id) {
      const path = id.slice(CHOSEN.length);
      const names = [...(await readFile(path, 'utf8')).matchAll(EXPORTED)].map(([, name]) => name);
      const imports = ALL.map((language) => {
        const translated = path.replace('/messages/en/', `/messages/${language}/`);
        return `import * as ${language} from ${JSON.stringify(translated)};`;
      });
      return `${imports.join('\n')}
export const { ${names.join(', ')} } = { ${ALL.join(', ')} }[document.documentElement.lang];`;
    },
  },
};
