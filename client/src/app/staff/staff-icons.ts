import { paths } from '#parts/navigation/paths.ts';

const circle = 'M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z';

/** The lines of the icons of the staff navigation, by the path of the link. */
export const staffIcons: Readonly<Record<string, string>> = {
  [paths.adminDashboard]: 'M4 5h16v14H4ZM4 9.5h16M9.5 9.5V19',
  [paths.adminUserList]:
    'M15.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM5 20c.5-4 3.4-5.5 7-5.5s6.5 1.5 7 5.5',
  [paths.adminFlags]: 'M6 20V4.5h11.5L14.5 9l3 4.5H6',
  [paths.adminIpRecords]: `${circle}M4 12h16M12 4c2.3 2.3 3.5 5 3.5 8s-1.2 5.7-3.5 8c-2.3-2.3-3.5-5-3.5-8s1.2-5.7 3.5-8Z`,
  [paths.adminNetworkBlocks]: `${circle}M6.4 6.4l11.2 11.2`,
  [paths.adminLogRecords]: 'M6 4h12v16H6ZM9 8.5h6M9 12h6M9 15.5h4',
  [paths.adminAudit]: 'm12 4 7 2.5v5c0 4.5-3 7-7 8.5-4-1.5-7-4-7-8.5v-5Z',
  [paths.adminQuestions]: `${circle}M9.7 10a2.3 2.3 0 1 1 3.5 1.9c-.8.5-1.2 1-1.2 1.8M12 16v.6`,
  [paths.adminCreateQuestion]: 'M12 5v14M5 12h14',
  [paths.adminCategories]: 'M4.5 4.5h7.5l8 8-7.5 7.5-8-8ZM8.5 8.5v.1',
  [paths.adminNotifications]: 'M4 5h16v11h-9l-4 4v-4H4Z',
  [paths.adminReports]: 'M4 4v16h16M8.5 16v-4M12.5 16V8M16.5 16v-6',
  [paths.adminSettings]:
    'M4 8h8m4 0h4M4 16h4m4 0h8M16 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM12 16a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
};
