/** The paths of all routes of the dashboard, as its router names them. */
export function listRoutes(router: string): readonly string[] {
  return [...router.matchAll(/^ {2}path: '([^']+)',$/gm)].flatMap(([, path]) => path ?? []);
}

/** The name of a picture: of a route, and of the second view where it has a suffix. */
export function pictureOf(route: string, suffix = ''): string {
  const words = route.split('/').filter((word) => word !== '');
  const name = words.map((word) => word.replace('$', 'one-').toLowerCase()).join('-');
  return `${name === '' ? 'home' : name}${suffix}.webp`;
}

/** The overview of the pages, as Markdown. */
export function overviewOfPages(routes: readonly string[]): string {
  const rows = routes.map((route) => {
    const [desktop, phone] = ['', '.phone'].map(
      (suffix) => `../pictures/dashboard-pages/${pictureOf(route, suffix)}`,
    );
    return `| \`${route}\` | <img src="${desktop}" width="480" alt="${route} on a desktop"> | <img src="${phone}" width="180" alt="${route} on a phone"> |`;
  });
  return `${HEAD}\n\n| route | on a desktop, in light | on a phone, in dark |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const HEAD = `# The pages of the dashboard

Made by \`npm run pictures -- dashboard\` on a sandbox of its own, in which a shop was paid seven times. A test compares the list with the routes of
\`web/dashboard/router.tsx\`; routes of one payout, import, payer, account or partner, which that shop does not have, have no picture. Every page, those too,
is walked in \`tests/browser/dashboard-pages.test.ts\` with hostile texts, in light and dark, at 320 to 2,560 px, and searched by axe.`;
