import type { Log } from '#platform/log.ts';
import { type BuiltPage, buildPage, readBuiltPage } from '../pages/build-page.ts';
import { keepBuild } from '../pages/kept-build.ts';

/** What the dashboard is made from: its own folder, and what all pages share. */
const SOURCES = [
  'web/dashboard',
  'web/api',
  'web/engine',
  'web/ui',
  'web/wallet',
  'vite.config.ts',
  'vite.dashboard.config.ts',
  'package-lock.json',
];

/** The built dashboard, built now if its sources changed since the last time; that takes about three seconds. */
export async function ensureDashboardBuild({ log }: { readonly log: Log }): Promise<BuiltPage> {
  return await keepBuild({
    name: 'dashboard',
    sources: SOURCES,
    isSource: () => true,
    format: 'compressed assets',
    build: (folder) =>
      buildPage(folder, {
        page: 'web/dashboard',
        configFile: 'vite.dashboard.config.ts',
        hasServer: false,
      }),
    read: readBuiltPage,
    log,
  });
}
