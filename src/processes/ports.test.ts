import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { choosePort } from './ports.ts';

it('names the setting of a port that another program has', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(choosePort('127.0.0.1', port, 'API_PORT')).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program: stop it, or choose another port with API_PORT (0 takes any free one).`,
  );
  other.close();
  await once(other, 'close');
  expect(await choosePort('127.0.0.1', port, 'API_PORT')).toBe(port);
});

it('names HOST when it is no address of this machine', async () => {
  // 192.0.2.0/24 is kept for documents; no machine has an address in it.
  await expect(choosePort('192.0.2.1', 0, 'API_PORT')).rejects.toThrow(
    'Nothing can listen on 192.0.2.1, which is no address of this machine: choose another one with HOST.',
  );
});
