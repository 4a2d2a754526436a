import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { findBinaries } from '#sandbox/database/binaries.ts';
import { chooseFolder, eraseEmbeddedPostgres } from '#sandbox/database/choose-folder.ts';
import { startEmbeddedPostgres } from '#sandbox/database/start.ts';

/** A PostgreSQL of a test's own, which may crash and come back at the same address. */
export interface RelayedDatabase extends AsyncDisposable {
  readonly url: string;
  /** Kills the server as the kernel would; connections break, and new ones are refused. */
  crash(): Promise<void>;
  /** Starts it again on what it had written, and lets connections in. */
  start(): Promise<void>;
}

const log = pino({ level: 'silent' });

/** Starts one that waits for the disk as in production, migrated, behind a relay on a port. */
export async function relayedDatabase(): Promise<RelayedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-restart-'));
  await chmod(folder, 0o711);
  const home = join(folder, 'home');
  const launch = () => startEmbeddedPostgres({ home, log, fsync: true });
  let server: Awaited<ReturnType<typeof launch>> | undefined = await launch();
  const sockets = new Set<Socket>();
  const relay = createServer((socket) => {
    if (server === undefined) {
      socket.destroy();
      return;
    }
    const folderOfSocket = new URL(server.url).searchParams.get('host') ?? '';
    const inward = connect(join(folderOfSocket, '.s.PGSQL.5432'));
    for (const end of [socket, inward]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => sockets.delete(end));
    }
    socket.pipe(inward).pipe(socket);
    inward.on('close', () => socket.destroy());
    socket.on('close', () => inward.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  if (typeof address !== 'object' || address === null) throw new Error('the relay has no port');
  const url = new URL(server.url);
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const { db, close } = openDatabase(url.href, { log });
  await migrate(db).finally(close);
  return {
    url: url.href,
    crash: async () => {
      const { data } = await chooseFolder(home, await findBinaries());
      const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
      const crashed = server;
      server = undefined;
      process.kill(Number(pid), 'SIGKILL');
      for (const socket of sockets) socket.destroy();
      await crashed?.ended;
    },
    start: async () => {
      server = await launch();
    },
    [Symbol.asyncDispose]: async () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
      await server?.stop();
      await eraseEmbeddedPostgres(home);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
