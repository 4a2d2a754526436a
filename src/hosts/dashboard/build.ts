import type { Log } from '#platform/log.ts';
import { type BuiltPage, buildPage, readBuiltPage } from '../pages/build-page.ts';
import { keepBuild } from '../pages/kept-build.ts';
import { type Preloads, readPreloads, SCRIPT_BEFORE, writePreloads } from './preloads.ts';

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

/** The built dashboard, and which of its scripts each of its pages needs. */
export interface DashboardBuild extends BuiltPage {
  readonly preloads: Preloads;
}

/** The built dashboard, built now if its sources changed since the last time; that takes about three seconds. */
export async function ensureDashboardBuild({
  log,
}: {
  readonly log: Log;
}): Promise<DashboardBuild> {
  return await keepBuild({
    name: 'dashboard',
    sources: SOURCES,
    isSource: () => true,
    format: 'compressed assets and preloads',
    build,
    read,
    log,
  });
}

async function build(folder: string): Promise<void> {
  await buildPage(folder, {
    page: 'web/dashboard',
    configFile: 'vite.dashboard.config.ts',
    scriptsBefore: [SCRIPT_BEFORE],
    hasServer: false,
  });
  await writePreloads(folder);
}

async function read(folder: string): Promise<DashboardBuild | undefined> {
  const page = await readBuiltPage(folder);
  const preloads = await readPreloads(folder);
  return page && preloads && { ...page, preloads };
}
