import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

it('shows a payment with its signature checked, also after the ports changed and the file was lost', async () => {
  const readInbox = async () =>
    await (await fetch(`${world.payUrl}/inbox?event=payment.confirmed`)).text();
  const payAndSee = async () => {
    const { token } = await world.createLink('1');
    await world.pay(token);
    await expect.poll(readInbox).toContain('<h2>payment.confirmed');
    expect(await readInbox()).toContain('class="right"');
    expect(await readInbox()).not.toContain('class="wrong"');
  };
  expect(world.output()).toContain(`Inbox        ${world.payUrl}/inbox`);
  await payAndSee();

  const before = world.sandbox.inbox;
  await world.stop();
  await world.start();
  expect(world.sandbox.inbox?.url).toBe(`${world.payUrl}/inbox/hook`);
  expect(world.sandbox.inbox).not.toEqual(before);
  await payAndSee();

  const port = new URL(world.payUrl).port;
  await world.stop();
  await rm(join(world.home, 'sandbox.json'));
  await world.start({ PAY_PORT: port });
  await payAndSee();
  expect(await readInbox()).not.toContain(world.sandbox.inbox?.secret ?? 'no secret');
});
