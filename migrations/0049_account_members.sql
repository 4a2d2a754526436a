-- People, and what each of them may do in which account. Before, whoever signed in to an account
-- could do everything in it.

create table person (
  id text primary key,
  created_at timestamptz(3) not null
);

create table account_member (
  account_id text not null references account,
  person_id text not null references person,
  role text not null check (role in ('owner', 'developer', 'finance', 'viewer')),
  created_at timestamptz(3) not null,
  primary key (account_id, person_id)
);
-- In which accounts somebody is.
create index account_member_person on account_member (person_id, account_id);

-- Whose login it is; never null, as the triggers below see to. Its account is the one that signing in opens.
alter table wallet_login add column person_id text references person;
alter table email_login add column person_id text references person;

-- The logins that an account has are those of one person, its owner.
insert into person (id, created_at)
select id, created_at from account
where id in (select account_id from wallet_login union select account_id from email_login);
insert into account_member (account_id, person_id, role, created_at)
select id, id, 'owner', created_at from person;
update wallet_login set person_id = account_id;
update email_login set person_id = account_id;

create index wallet_login_person on wallet_login (person_id, id);
create index email_login_person on email_login (person_id, id);

-- The release before this one adds logins without a person: they are the account's first member's,
-- or those of a new owner.
create function fill_person_of_login() returns trigger language plpgsql as $$
begin
  if new.person_id is null then
    select person_id into new.person_id from account_member
    where account_id = new.account_id order by created_at, person_id limit 1;
  end if;
  if new.person_id is null then
    new.person_id := new.id;
    insert into person (id, created_at) values (new.id, new.created_at);
    insert into account_member (account_id, person_id, role, created_at)
    values (new.account_id, new.id, 'owner', new.created_at);
  end if;
  return new;
end $$;
create trigger wallet_login_person before insert on wallet_login
  for each row execute function fill_person_of_login();
create trigger email_login_person before insert on email_login
  for each row execute function fill_person_of_login();

-- Who made a key: it ends with that person's membership. Null where an operator made it, or a
-- release that did not note it.
alter table api_key add column created_by text references person;
create index api_key_creator on api_key (created_by, account_id) where created_by is not null;
alter table orchestrator_key add column created_by text references person;
create index orchestrator_key_creator on orchestrator_key (created_by) where created_by is not null;
