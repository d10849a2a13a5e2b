ALTER TABLE "alert_delivery" DROP CONSTRAINT "alert_delivery_log_id_alert_log_id_fk";
--> statement-breakpoint
DROP INDEX "alert_log_unread";--> statement-breakpoint
DROP INDEX "alert_log_alert";--> statement-breakpoint
DROP INDEX "alert_armed";--> statement-breakpoint
DROP INDEX "alert_log_user";--> statement-breakpoint
DROP INDEX "alert_log_age";--> statement-breakpoint
CREATE INDEX "alert_armed" ON "alert" USING btree ("partition","id") WHERE "alert"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "alert_log_user" ON "alert_log" USING btree ("user_id","id","is_read");--> statement-breakpoint
CREATE INDEX "alert_log_age" ON "alert_log" USING brin ("created_at");--> statement-breakpoint
-- Room on every page for the next version of all its rows: an update that touches no index stays on its page.
ALTER TABLE "alert" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "alert_state" SET (fillfactor = 45);--> statement-breakpoint
ALTER TABLE "alert_series" SET (fillfactor = 50);
