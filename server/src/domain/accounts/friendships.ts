/** The row of a friendship has the lower id first. */
export const friendshipOf = (one: string, other: string) => ({
  low_user_id: one < other ? one : other,
  high_user_id: one < other ? other : one,
});
