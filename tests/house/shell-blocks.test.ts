import { describe, expect, it } from 'vitest';
import { runPage } from '../support/run-page.ts';
import { disguisedShellIn, type ShellBlock, shellBlocksOf } from '../support/shell-blocks.ts';
import { missingFrom } from '../support/shown-output.ts';
import { filesBelow, textOf } from './tree.ts';

const pages = filesBelow('.')
  .filter((path) => path.endsWith('.md'))
  .filter((path) => !/^(\.|node_modules\/|dist\/)/.test(path));

/** How many blocks of a page cannot run in CI; the line above each says why. Nothing else is left out. */
const NOT_RUN: Readonly<Record<string, number>> = {
  'docs/operate/personal-data.md': 2,
  'README.md': 1,
  'bench/README.md': 1,
  'docs/integrate/destinations.md': 1,
  'docs/operate/backups.md': 2,
  'docs/operate/deploy.md': 1,
  'docs/operate/networks.md': 1,
  'docs/operate/reliability.md': 2,
  'docs/start.md': 5,
};

/** What each value of `sandbox.json` is called, on every page. */
const SANDBOX_NAMES: Readonly<Record<string, string>> = {
  apiUrl: 'API',
  authUrl: 'AUTH',
  apiKey: 'KEY',
  clientId: 'CLIENT_ID',
  origin: 'ORIGIN',
  'payee.destinationId': 'PAYEE',
  'payer.address': 'PAYER',
  'payer.tronAddress': 'TRON_PAYER',
  'networks.base.rpcUrl': 'NODE',
  'networks.tron.rpcUrl': 'TRON_NODE',
  routeProviderUrl: 'ROUTES',
  'safe.serviceUrl': 'SAFES',
  bundlerUrl: 'BUNDLER',
  'safe.address': 'SAFE',
  'login.email': 'EMAIL',
  'login.password': 'PASSWORD',
};
/** Whatever else a page may call something. */
const OTHER_NAMES = new Set([
  ...['TOKEN', 'SESSION', 'JAR', 'ORCHESTRATOR_KEY', 'ANNA', 'BEN'],
  ...[
    'ACCOUNT',
    'KEY_ID',
    'SESSION_ID',
    'WEBHOOK',
    'DELIVERY',
    'JOURNEY',
    'REQUEST',
    'CREATED',
    'PAYOUT',
    'START',
    'APPROVAL',
    'DOMAIN',
    'PERMIT',
    'SIGNATURE',
    'OTHER_DATABASE_URL',
  ],
]);
const settings = new Set(textOf('.env.example').match(/\b[A-Z][A-Z_]+(?==)/g));
const isSetting = (name: string) => settings.has(name) || name.startsWith('RPC_URL_');

const assignedIn = (code: string) =>
  [...code.matchAll(/(?:^|[\s;])([A-Z][A-Z_]*)=/gm)].map(([, name = '']) => name);
const usedIn = (code: string) =>
  [...code.matchAll(/\$\{?([A-Z][A-Z_]*)/g)].map(([, name = '']) => name);

/** The variables that a block uses and nobody who pastes the page has set. */
function unsetIn(blocks: readonly ShellBlock[]): string[] {
  const known = new Set<string>();
  return blocks.flatMap(({ code, mark, line }) => {
    const own = assignedIn(code);
    // A fresh shell knows nothing of what others of the page have set.
    const before = mark?.kind === 'runs beside' ? new Set<string>() : known;
    const unset = usedIn(code).filter((name) => {
      if (mark?.kind === 'not run' && isSetting(name)) return false;
      return !before.has(name) && !own.includes(name);
    });
    if (mark?.kind === 'runs') for (const name of own) known.add(name);
    return unset.map((name) => `line ${line}: ${name}`);
  });
}

/** The names that are not those of all other pages. */
function oddNamesIn({ code }: ShellBlock): string[] {
  const values = [...code.matchAll(/(\S*?)"?\$\(npx florin sandbox ([\w.]+)\)/g)];
  const odd = values.filter(([, left, path = '']) => left !== `${SANDBOX_NAMES[path]}=`);
  const known = new Set([...Object.values(SANDBOX_NAMES), ...OTHER_NAMES]);
  return [
    ...odd.map(([text]) => text),
    ...assignedIn(code).filter((name) => !known.has(name) && !isSetting(name)),
  ];
}

describe('every block of shell', () => {
  it.each(pages)('of %s says that CI runs it or why it cannot', (page) => {
    const blocks = shellBlocksOf(textOf(page));
    expect(blocks.filter(({ mark }) => mark === undefined).map(({ line }) => line)).toEqual([]);
    expect(disguisedShellIn(textOf(page))).toEqual([]);
    const notRun = blocks.filter(({ mark }) => mark?.kind === 'not run');
    expect(notRun).toHaveLength(NOT_RUN[page] ?? 0);
  });

  const withShell = pages.filter((page) => shellBlocksOf(textOf(page)).length > 0);

  it.each(withShell)('of %s uses only variables that the page sets', (page) => {
    expect(unsetIn(shellBlocksOf(textOf(page)))).toEqual([]);
  });

  it.each(withShell)('of %s calls things as all other pages do', (page) => {
    expect(shellBlocksOf(textOf(page)).flatMap(oddNamesIn)).toEqual([]);
  });

  it.each(withShell)('of %s names no id that only its author has', (page) => {
    const ids = /cli_[A-Za-z0-9]{24}|\b[0-9][0-9A-HJKMNP-TV-Z]{25}\b|florin_(live|sandbox)_\w+/g;
    const found = shellBlocksOf(textOf(page)).flatMap(({ code }) => code.match(ids) ?? []);
    expect(found).toEqual([]);
  });
});

describe('these checks', () => {
  const page = (mark: string, code: string) => `${mark}\n\`\`\`sh\n${code}\n\`\`\`\n`;
  const runs = '<!-- runs in CI -->';

  it('find a block without a mark, and one that does not say what it is', () => {
    expect(shellBlocksOf(page('', 'npm ci'))[0]?.mark).toBeUndefined();
    expect(shellBlocksOf(page('<!-- not run: -->', 'npm ci'))[0]?.mark).toBeUndefined();
    expect(disguisedShellIn('```bash\nls\n```\n\n```\nnpm ci\n```\n')).toEqual([1, 5]);
  });

  it('find a variable that was set nowhere, or in another shell', () => {
    const pasted = page(runs, 'API=x\ncurl "$API/$TOKEN"');
    expect(unsetIn(shellBlocksOf(pasted))).toEqual(['line 2: TOKEN']);
    const beside = '<!-- runs in CI beside the others, ready at "up" -->';
    const fresh = page(runs, 'API=x') + page(beside, 'curl "$API"');
    expect(unsetIn(shellBlocksOf(fresh))).toEqual(['line 6: API']);
  });

  it('find a name that is not that of the other pages', () => {
    const [block] = shellBlocksOf(page(runs, 'API_KEY=$(npx florin sandbox apiKey)'));
    expect(block && oddNamesIn(block)).toEqual(['API_KEY=$(npx florin sandbox apiKey)', 'API_KEY']);
  });

  it('find a command that fails, also within a pipe, and a variable that is empty', async () => {
    const codeOf = async (code: string) =>
      (await runPage(shellBlocksOf(page(runs, code)), {})).code;
    expect(await codeOf('echo well')).toBe(0);
    expect(await codeOf('false\necho well')).not.toBe(0);
    expect(await codeOf('WELL=$(false | cat)\necho well')).not.toBe(0);
    expect(await codeOf('echo "$NOBODY_SET_THIS"')).not.toBe(0);
  });

  it('start long-running commands before the next block, and end it with the page', async () => {
    const beside = page(
      '<!-- runs in CI beside the others, ready at "up" -->',
      'echo up\nsleep 1000',
    );
    const shows = (text: string) => `\n\`\`\`\n${text}\n\`\`\`\n\n`;
    const blocks = shellBlocksOf(
      `${beside}${shows('up')}${page(runs, 'echo next')}${shows('last')}`,
    );
    expect(await runPage(blocks, {})).toMatchObject({
      code: 0,
      missing: ['line 12 shows:', 'last', 'and printed:', 'next\n'],
    });
  });

  it('find output that was not printed, and take ids, times and numbers for what they are', () => {
    const table = { language: '', text: 'id  name\n01M7YSB8A0CYSWNVZ0MPCAP8NM  My shop\n' };
    expect(missingFrom(table, 'id   name\n01M81KT4CJ63BGJYAGFZ8CWJR4   My shop\n')).toEqual([]);
    expect(missingFrom(table, 'id   name\n01M81KT4CJ63BGJYAGFZ8CWJR4   Sandbox\n')).toEqual([
      '01M7YSB8A0CYSWNVZ0MPCAP8NM  My shop',
    ]);
    const json = { language: 'json', text: '{"amount":"10",\n "hash":"0x1234567890",…}' };
    expect(missingFrom(json, '{"amount":"10","hash":"0xabcdef1234567890","more":1}')).toEqual([]);
    expect(missingFrom(json, '{"amount":"11","hash":"0xabcdef1234567890"}')).toHaveLength(1);
  });
});
