CREATE TABLE "market_maker_refusal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"network_key" text NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_subscription" ADD COLUMN "session_id" uuid;--> statement-breakpoint
-- Browsers that are subscribed already go with the session in which their owner was seen last; those of nobody who is logged in end here.
UPDATE "push_subscription" SET "session_id" = (SELECT "id" FROM "account_session" WHERE "account_id" = "push_subscription"."user_id" ORDER BY "last_seen_at" DESC LIMIT 1);--> statement-breakpoint
DELETE FROM "push_subscription" WHERE "session_id" IS NULL;--> statement-breakpoint
ALTER TABLE "push_subscription" ALTER COLUMN "session_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "market_maker_refusal_network" ON "market_maker_refusal" USING btree ("network_key","refused_at");--> statement-breakpoint
CREATE INDEX "market_maker_refusal_at" ON "market_maker_refusal" USING btree ("refused_at");--> statement-breakpoint
CREATE INDEX "alert_deleted" ON "alert" USING btree ("deleted_at") WHERE "alert"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "push_subscription_session" ON "push_subscription" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "article_topics" ON "article" USING gin ("topics");--> statement-breakpoint
CREATE INDEX "article_coins" ON "article" USING gin ("coins");--> statement-breakpoint
CREATE INDEX "market_maker_image_account" ON "market_maker_image" USING btree ("account_id") WHERE "market_maker_image"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "support_conversation_merged" ON "support_conversation" USING btree ("merged_into") WHERE "support_conversation"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "refresh_token_expiry" ON "refresh_token" USING btree ("expires_at");