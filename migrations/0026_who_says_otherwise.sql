-- Which nodes say otherwise of a transfer that is disputed, so that whoever is woken up by it reads the
-- names of the nodes to look at. They name a node by its place and domain, and hold no URL.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.

alter table chain_transfer
  -- Empty for what is not disputed; null where an earlier release asked.
  add column disagreeing_nodes text[];
