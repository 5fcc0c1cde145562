export type Notification = {
  id: string;
  kind: string;
  title: string;
  href: string;
  at: string;
  isRead: boolean;
};

export type Notifications = { items: Notification[]; unread: number };
