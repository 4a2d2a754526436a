import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { loadAssets } from '../pages/assets.ts';
import { ROOT } from '../pages/kept-build.ts';
import { ensureDashboardBuild } from './build.ts';
import { listRoutes, preloadsOf } from './preloads.ts';

const build = await ensureDashboardBuild({ log: pino({ level: 'silent' }) });
const router = await readFile(join(ROOT, 'web/dashboard/router.tsx'), 'utf8');

describe('what a page of the dashboard loads at once', () => {
  it('is known for every route of the router', () => {
    const routes = router.match(/= createRoute\(/g) ?? [];
    expect(routes.length).toBeGreaterThan(30);
    expect(listRoutes(router)).toHaveLength(routes.length);
    expect(build.preloads.pages.map(({ path }) => path)).toEqual(
      listRoutes(router).map(({ path }) => path),
    );
  });

  it('is a handful of scripts on the first page, compiled before they run', async () => {
    const assets = await loadAssets(build);
    const { sessionScript } = build.preloads;
    const files = preloadsOf(build.preloads, '/');
    expect(files.length).toBeLessThanOrEqual(6);
    const sources = files.map((file) => assets.get(file)?.plain.toString() ?? '');
    const hinted = sources.filter((source) => source.startsWith('//# allFunctionsCalledOnLoad\n'));
    const bytes = (texts: readonly string[]) => texts.join('').length;
    expect(files).toContain(sessionScript);
    expect(bytes(hinted)).toBeGreaterThan(0.99 * bytes(sources));
  });

  it('is all that its script imports, and nothing twice', async () => {
    const assets = await loadAssets(build);
    const all = new Set<string>();
    for (const { path } of build.preloads.pages) {
      const files = preloadsOf(build.preloads, path);
      expect(new Set(files).size).toBe(files.length);
      for (const file of files) {
        const source = assets.get(file)?.plain.toString() ?? expect.unreachable(file);
        const imported = [...source.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
          ([, name]) => `/assets/${name}`,
        );
        expect(files).toEqual(expect.arrayContaining(imported));
        for (const one of imported) all.add(one);
      }
    }
    expect(all.size).toBeGreaterThan(20);
  });

  it.each([
    ['/payments/0123', '/payments/$requestId'],
    ['/payments', '/payments'],
    ['/payouts/recurring/new', '/payouts/recurring/new'],
    ['/payouts/recurring/0123', '/payouts/recurring/$recurringId'],
    ['/', '/'],
  ])('of %s is that of the route %s', (path, route) => {
    const { frame, pages } = build.preloads;
    const page = pages.find((one) => one.path === route);
    expect(page?.files).not.toEqual([]);
    expect(preloadsOf(build.preloads, path)).toEqual([...frame, ...(page?.files ?? [])]);
  });

  it.each(['/nothing', '/payments/', '/payments/1/2', ''])('is the frame alone at %j', (path) => {
    expect(preloadsOf(build.preloads, path)).toEqual(build.preloads.frame);
  });
});
