import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const root = new URL('../..', import.meta.url).pathname;

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld();
});

describe('what docs/integrate/sign-in.md shows', () => {
  it('signs a wallet in, whose session then works on both hosts until it logs out', async () => {
    const page = readFileSync(join(root, 'docs/integrate/sign-in.md'), 'utf8');
    const code = (/```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '').replace(
      'viem/accounts',
      import.meta.resolve('viem/accounts'),
    );
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const { authUrl, apiUrl, payee } = world.sandbox;
    const token: unknown = await Object(module).signIn(authUrl, payee.privateKey);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

    const session = await fetch(`${authUrl}/v1/auth/session`, { headers });
    expect(session.status).toBe(200);
    expect(await session.json()).toMatchObject({ kind: 'wallet', walletAddress: payee.address });

    const body = JSON.stringify({
      requests: [{ destinationId: payee.destinationId, amount: '12.5' }],
    });
    const create = () => fetch(`${apiUrl}/v2/secure-payments`, { method: 'POST', headers, body });
    expect((await create()).status).toBe(201);
    const left = await fetch(`${authUrl}/v1/auth/logout`, { method: 'POST', headers });
    expect(left.status).toBe(200);
    expect((await create()).status).toBe(401);
  });
});
