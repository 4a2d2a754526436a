import pg from 'pg';

/** What a database was like as its copy was made: its rows, what the planner knows, and its schema. */
export interface DatabaseState {
  readonly rows: readonly { readonly table: string; readonly json: string }[];
  readonly relations: string;
  readonly schema: string;
}

/** Tables that hold or held rows; one that was never written to has no page. */
const TOUCHED = `select oid::regclass::text as table from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`;

/** Changes whenever an object of the schema is added, changed or removed. */
const SCHEMA = `select concat_ws('/',
  (select count(*) || ':' || max(xmin::text::bigint) from pg_class where oid >= 16384),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_attribute where attrelid >= 16384),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_proc where oid >= 16384),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_trigger),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_constraint),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_index where indexrelid >= 16384),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_attrdef),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_type where oid >= 16384),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_namespace),
  (select count(*) || ':' || max(xmin::text::bigint) from pg_rewrite),
  (select count(*) from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database()))
) as schema`;

/** What the planner knows of the size of each table and index. */
const RELATIONS = `select json_agg(json_build_object('oid', oid, 'pages', relpages, 'tuples', reltuples)
  ) ::text as relations from pg_class where relnamespace = 'public'::regnamespace`;

/** Reads the state of a database that nobody has used yet; undefined where only a superuser could bring it back. */
export async function readState(url: string): Promise<DatabaseState | undefined> {
  return await connected(url, async (client) => {
    const superuser = await one(client, 'show is_superuser', 'is_superuser');
    if (superuser !== 'on') return undefined;
    const rows = [];
    for (const table of await touchedTables(client)) {
      const json = await one(client, `select json_agg(t)::text as json from ${table} t`, 'json');
      if (json !== '') rows.push({ table, json });
    }
    const relations = await one(client, RELATIONS, 'relations');
    return { rows, relations, schema: await one(client, SCHEMA, 'schema') };
  });
}

/**
 * Brings a database back to a state that it was in and returns how it is then; undefined if its schema was changed, which only
 * a new copy undoes. It ends all connections to the database but its own and those that are named by their server process.
 */
export async function cleanDatabase(
  client: pg.ClientBase,
  state: DatabaseState,
  kept: readonly number[] = [],
): Promise<DatabaseState | undefined> {
  // A process that is still connected might write at the same time.
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and pid <> all($1)`,
    [kept],
  );
  if ((await one(client, SCHEMA, 'schema')) !== state.schema) return undefined;
  await restoreRows(client, state);
  await resetStatistics(client, state.relations);
  return { ...state, schema: await one(client, SCHEMA, 'schema') };
}

/** Makes the rows what they were in that state. */
export async function restoreRows(
  client: pg.ClientBase,
  { rows }: Pick<DatabaseState, 'rows'>,
): Promise<void> {
  const tables = await touchedTables(client);
  // As a replica the server runs neither foreign keys nor triggers, so the order of tables does not matter.
  await client.query('set session_replication_role = replica');
  await client.query(tables.map((table) => `delete from ${table}`).join(';'));
  await client.query(`vacuum ${tables.join(', ')}`);
  for (const { table, json } of rows) {
    const insert = `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`;
    await client.query(insert, [json]);
  }
  await client.query('reset session_replication_role');
}

async function touchedTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(TOUCHED);
  return rows.map(({ table }) => table);
}

/** Plans must not depend on what earlier tests left, neither on samples nor on sizes, and counts of reads not on them either. */
async function resetStatistics(client: pg.ClientBase, relations: string): Promise<void> {
  await client.query(`delete from pg_statistic where starelid >= 16384`);
  await client.query(
    `update pg_class c set relpages = s.pages, reltuples = s.tuples
      from json_to_recordset($1) as s(oid oid, pages int, tuples real)
      where c.oid = s.oid and (c.relpages, c.reltuples) is distinct from (s.pages, s.tuples)`,
    [relations],
  );
  // Else what cleaning read is counted while the next file reads.
  await client.query('select pg_stat_force_next_flush()');
}

async function one(client: pg.ClientBase, query: string, column: string): Promise<string> {
  const { rows } = await client.query<Record<string, string | null>>(query);
  return rows[0]?.[column] ?? '';
}

/** Does something on a connection of its own. */
export async function connected<Result>(
  url: string,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
