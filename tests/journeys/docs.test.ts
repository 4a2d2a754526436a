import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_SENDER } from '#sandbox/test-accounts.ts';
import { filesBelow, root, textOf } from '../house/tree.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { makeQuickNpx, runPage } from '../support/run-page.ts';
import { shellBlocksOf } from '../support/shell-blocks.ts';
import { startWorld, type World } from '../support/world.ts';

const run = promisify(execFile);

/** Operators' pages show an installation in which nothing is wrong yet, and the sandbox's moves exchange rates. */
const orderOf = (page: string) =>
  page.startsWith('docs/operate/') ? 0 : page === 'sandbox/README.md' ? 2 : 1;
const pages = filesBelow('.')
  .filter((path) => path.endsWith('.md') && !/^(\.|dist\/)/.test(path))
  .sort((a, b) => orderOf(a) - orderOf(b));
/** Moves the clock, so it runs in the sandbox of `moved-clock.test.ts`. */
const BY_CLOCK = 'docs/integrate/test-by-clock.md';
/** Runs with npm's own `npx`, to show that it finds the program; the others save the second that it takes each time. */
const WITH_NPM = 'docs/integrate/requests.md';

const runsIn = (page: string) =>
  shellBlocksOf(textOf(page)).filter(({ mark }) => mark?.kind.startsWith('runs'));

let world: World;
let receiver: Receiver;
let quickNpx: string;

beforeAll(async () => {
  // Where the pages say that the reader's own receiver is.
  [world, receiver, quickNpx] = await Promise.all([
    // A world's nodes are those of an operator, who names the key that sends on them.
    startWorld({
      SANDBOX_NETWORKS: 'sepolia,base,tron',
      RELAYER_KEY: SANDBOX_SENDER.privateKey,
    }),
    openReceiver(4242),
    makeQuickNpx(),
  ]);
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await rm(quickNpx, { recursive: true });
});

describe('what the documents tell people to type', () => {
  it.each(pages.filter((page) => page !== BY_CLOCK && runsIn(page).length > 0))(
    '%s runs as pasted into a fresh shell, and prints what it shows',
    async (page) => {
      const { PATH = '' } = process.env;
      const path = page === WITH_NPM ? PATH : `${quickNpx}:${PATH}`;
      const ended = await runPage(runsIn(page), {
        ...world.settings,
        FLORIN_HOME: world.home,
        PATH: path,
      });
      expect(ended, ended.errors).toMatchObject({ code: 0, missing: [] });
    },
    // Up to thirty commands a page: on a machine full of others that takes minutes.
    300_000,
  );

  it('and npm run demo ends as the README shows, and leaves no webhook behind', async () => {
    const { authUrl, sandbox, settings, home } = world;
    const headers = { 'x-client-id': sandbox.clientId, origin: sandbox.origin };
    const listed = async () => await (await fetch(`${authUrl}/v1/webhook`, { headers })).json();
    const before = await listed();
    const env = { ...process.env, ...settings, FLORIN_HOME: home };
    const { stdout } = await run(process.execPath, ['scripts/demo.ts'], { cwd: root, env });
    expect(stdout).toMatch(/received payment\.confirmed, signature right\n.*done: 12\.5 USDC paid/);
    expect(await listed()).toEqual(before);
  });

  it('includes a signature check that accepts what we sign and nothing else', async () => {
    const code = /```js\n([\s\S]*?)```/.exec(textOf('docs/integrate/webhooks.md'))?.[1] ?? '';
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const isGenuine = Object(module).isGenuine;
    const signature = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    expect(isGenuine('what do ya want for nothing?', signature, 'Jefe')).toBe(true);
    expect(isGenuine('what do ya want for something?', signature, 'Jefe')).toBe(false);
    expect(isGenuine('what do ya want for nothing?', '00', 'Jefe')).toBe(false);
  });
});
