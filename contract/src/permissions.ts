/** What of a user decides whom they manage and who manages them. */
export interface Rank {
  id: string;
  is_staff: boolean;
  is_superuser: boolean;
}

/** Staff manage plain users, superusers everyone: edit, delete, unlock, and make staff of. */
export function mayManage(manager: Rank, target: Rank): boolean {
  if (manager.is_superuser) return true;
  return manager.is_staff && !target.is_staff && !target.is_superuser;
}
