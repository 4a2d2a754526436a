import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { listRoutes, overviewOfPages } from '../../scripts/dashboard-overview.ts';

it('every page of the dashboard has its pictures, but those of one thing that a new shop lacks', async () => {
  const router = await readFile('web/dashboard/router.tsx', 'utf8');
  const overview = await readFile('docs/design/dashboard-pages.md', 'utf8');
  const pictured = listRoutes(router).filter((route) => overview.includes(`\n| \`${route}\` |`));
  expect(overview).toBe(overviewOfPages(pictured));
  const missing = listRoutes(router).filter((route) => !pictured.includes(route));
  expect(missing.filter((route) => !route.includes('$'))).toEqual([]);
});
