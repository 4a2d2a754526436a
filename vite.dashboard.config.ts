import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { plainImports } from './vite.config.ts';

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
      onLog: (level, log, handle) => {
        // The libraries mark each file for servers that render; nothing is rendered here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
