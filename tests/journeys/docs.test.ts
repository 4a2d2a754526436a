import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
/** What may stand before a block of shell: that it runs here, or why it cannot. */
const MARKED = /<!-- (runs in CI|not run: [^\n]+) -->\n```sh\n([\s\S]*?)```/g;

const pages = ['README.md', ...markdownBelow('docs')];

function markdownBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

const textOf = (page: string) => readFileSync(join(root, page), 'utf8');
const runnable = (page: string) =>
  [...textOf(page).matchAll(MARKED)].flatMap(([, mark, code]) =>
    mark === 'runs in CI' ? [code] : [],
  );

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

describe('what the documents tell people to type', () => {
  it.each(pages)('%s says of every block of shell whether CI runs it', (page) => {
    const text = textOf(page);
    expect([...text.matchAll(MARKED)]).toHaveLength([...text.matchAll(/^```sh$/gm)].length);
  });

  it.each(pages.filter((page) => runnable(page).length > 0))(
    '%s works as it stands',
    async (page) => {
      const script = ['set -eu', ...runnable(page)].join('\n');
      const env = { ...process.env, ...world.settings, FLORIN_HOME: world.home };
      const { stdout } = await run('bash', ['-c', script], { cwd: root, env });
      expect(stdout).toContain('securePaymentUrl');
    },
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
