//! What is wrong with nodes, pods, quotas, classes, budgets and workloads, and where.
