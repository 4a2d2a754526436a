import type { Plugin } from 'vite';

/**
 * Has a build take the texts of another language: what imports a file of `messages/en` gets the one of the same name in the folder of
 * the language. So no page looks a text up when it runs, and none loads a language that it does not show.
 */
export function messagesIn(language: string): Plugin {
  return {
    name: 'messages-in',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/messages\/en\// },
      handler(source, importer) {
        const translated = source.replace('/messages/en/', `/messages/${language}/`);
        return this.resolve(translated, importer, { skipSelf: true });
      },
    },
  };
}
