import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { plainImports } from './vite.config.ts';

/** What the frame shares with its pages, which would be five files: each costs a slow browser a request and its thread. */
const OF_FRAME =
  /node_modules\/(react|openapi-fetch)\/|react-query\/build\/modern\/(QueryClientProvider|queryOptions)\.|web\/engine\/members\.|web\/dashboard\/(config|session\/contact|api\/client|messages\/en|ui\/(button|notice))\./;

/** What Home shares with other pages, which would be a dozen files of a kilobyte. */
const OF_HOME =
  /\/infiniteQueryOptions\.|web\/dashboard\/(api\/queries|session\/(active|rights|least-roles\.generated)|notifications\/queries|messages\/en-(notifications|table)|ui\/(allowed|amount-text|badge|copy|create-link|currency-id|payment-status|reference|request-columns|status-word))\.|web\/ui\/(amount|messages\/en\/language)\./;

/** Scripts of which the first page runs most; V8 compiles them whole beside the page's thread while they load. */
const RUN_AT_ONCE = /^(main|base|shared|home)$/;

/** The dashboard, which src/hosts/dashboard/build.ts builds; its parts are cut by route. */
export default defineConfig({
  appType: 'custom',
  plugins: [plainImports, tailwindcss()],
  // What tests build is what people get, whatever NODE_ENV says: Vite would have libraries be those for development.
  resolve: { conditions: ['module', 'browser', 'production'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    reportCompressedSize: false,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        postBanner: ({ name }) => (RUN_AT_ONCE.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: OF_FRAME },
            { name: 'shared', test: OF_HOME },
          ],
        },
      },
      onLog: (level, log, handle) => {
        // The libraries mark each file for servers that render; nothing is rendered here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
