import { defineConfig, type Plugin } from 'vite';

/**
 * Replaces the code that Vite puts around `import()` to preload styles and scripts: there is one
 * style sheet and nothing to preload, and the first script has a budget.
 */
export const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * The hosted pages. src/hosts/pay/build.ts runs it for each page, once for the browser's half
 * and once for the server's, and names what is built.
 */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [plainImports],
  // What tests build is what payers get, whatever NODE_ENV says.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    // Sizes are checked by scripts/check-sizes.ts, with gzip as payers get it.
    reportCompressedSize: false,
    modulePreload: false,
    cssCodeSplit: false,
    // The icons of networks and tokens, in the style sheet: one request less before they are shown.
    assetsInlineLimit: (file) => file.includes('/asset-icons/'),
    // A file for the name of the language alone would be one more request before the first paint.
    rolldownOptions: { optimization: { inlineConst: { mode: 'all' } } },
    manifest: isSsrBuild === true ? false : 'manifest.json',
  },
  // The server's half is one file that needs no package beside it.
  ssr: { noExternal: true },
}));
