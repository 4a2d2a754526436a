-- How far the stored payments of a network were compared with its chain in the background, and what
-- differed: several processes share the work, and after a restart it goes on where it stopped.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

create table reconciliation (
  network text primary key,
  -- Where a round over all blocks begins.
  first_block numeric(78, 0) not null,
  -- The first block that was never compared. It follows what is final.
  next_block numeric(78, 0) not null,
  -- The next block to compare once more; at the end of what was compared a new round begins.
  recheck_block numeric(78, 0) not null,
  -- Requests without a transfer are looked for behind this id next.
  after_request text not null default '',
  -- When the next slice may be compared. Whoever takes it moves this on first, so that nobody else
  -- takes the same one; if that process dies, another one takes the slice at this time.
  due_at timestamptz(3) not null,
  -- When a slice was last compared.
  compared_at timestamptz(3),
  -- When blocks that were never compared were last compared.
  advanced_at timestamptz(3)
);

-- One row for each difference as long as it is found.
create table reconciliation_difference (
  network text not null,
  -- What names the difference: its kind and all that it is about.
  key text not null,
  kind text not null,
  -- The public request id.
  request_id text,
  transaction_hash bytea,
  block_number numeric(78, 0),
  -- The token of a link or of a bundle.
  secure_payment_token text,
  expected text not null,
  found text not null,
  -- The blocks of the slice that showed it, both included; null where no block leads to it.
  from_block numeric(78, 0),
  to_block numeric(78, 0),
  -- The page of requests that showed it: those behind this id; null where blocks lead to it.
  after_request text,
  found_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- When a later comparison found it once more; only then it raises an alarm.
  confirmed_at timestamptz(3),
  primary key (network, key),
  check ((from_block is null) = (to_block is null)),
  check ((from_block is null) <> (after_request is null))
);
