import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import Bell from "lucide-react/icons/bell";
import CircleUser from "lucide-react/icons/circle-user-round";
import CreditCard from "lucide-react/icons/credit-card";
import FileChart from "lucide-react/icons/file-chart-column";
import FlaskConical from "lucide-react/icons/flask-conical";
import KeyRound from "lucide-react/icons/key-round";
import Layers from "lucide-react/icons/layers";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Mail from "lucide-react/icons/mail";
import Palette from "lucide-react/icons/palette";
import Plug from "lucide-react/icons/plug";
import Scale from "lucide-react/icons/scale";
import ScrollText from "lucide-react/icons/scroll-text";
import ShieldUser from "lucide-react/icons/shield-user";
import UserCheck from "lucide-react/icons/user-check";
import Webhook from "lucide-react/icons/webhook";
import type { PageHref } from "./navigation";

const ICON = {
  "/": LayoutDashboard,
  "/cards": CreditCard,
  "/transactions": ArrowLeftRight,
  "/designs": Palette,
  "/reports": FileChart,
  "/reconciliation": Scale,
  "/bulk": Layers,
  "/approvals": UserCheck,
  "/webhooks": Webhook,
  "/audit": ScrollText,
  "/settings/team": ShieldUser,
  "/settings/approvals": UserCheck,
  "/settings/alerts": Bell,
  "/settings/connection": Plug,
  "/settings/security": KeyRound,
  "/settings/profile": CircleUser,
  "/sandbox": FlaskConical,
  "/sandbox/outbox": Mail,
} as const satisfies Record<PageHref, unknown>;

export function NavigationIcon({ href }: { href: PageHref }) {
  const Icon = ICON[href];
  return <Icon strokeWidth={1.6} className="size-4 shrink-0" aria-hidden="true" />;
}
