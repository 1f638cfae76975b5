export interface Rank {
  id: string;
  is_staff: boolean;
  is_superuser: boolean;
}

/** Staff manage plain users, and superusers manage every user. */
export function mayManage(manager: Rank, target: Rank): boolean {
  if (manager.is_superuser) return true;
  return manager.is_staff && !target.is_staff && !target.is_superuser;
}
