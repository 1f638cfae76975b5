export interface Rank {
  id: string;
  is_staff: boolean;
  is_superuser: boolean;
}

/** Staff manage plain users, superusers everyone. */
export function mayManage(manager: Rank, target: Rank): boolean {
  if (manager.is_superuser) return true;
  return manager.is_staff && !target.is_staff && !target.is_superuser;
}
